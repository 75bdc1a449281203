import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Modal from 'antd/es/modal'
import Progress from 'antd/es/progress'
import Table from 'antd/es/table'
import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useAction, useCall } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/FormDialog.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { useBilingual } from '../../../web/words.ts'
import { joinCalls, type JoinProgress } from '../../enrolment/join/contract.ts'
import { ClassPicker } from '../../studyRecord/web/ClassPicker.tsx'
import { useJoinWords } from './joinWords.ts'

/** The learners who are to join: those chosen, or all that an import brought. */
type Whom = { ids: string[] } | { importId: string }

/** Puts learners into a class by a job, with a reason for each who is refused; absent for anyone who may not. */
export function JoinClassButton({ whom, primary = false }: { whom: Whom; primary?: boolean }) {
  const say = useJoinWords()
  const may = useMay(joinCalls.begin)
  const [open, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button {...(primary ? { type: 'primary' } : {})} onClick={() => setOpen(true)}>
        {say('join')}
      </Button>
      {open && <JoinDialog whom={whom} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Picks the class; then shows how far the learners are. */
function JoinDialog({ whom, onClose }: { whom: Whom; onClose: () => void }) {
  const say = useJoinWords()
  const [joinId, setJoinId] = useState<string | null>(null)
  const begin = useAction(joinCalls.begin, { quiet: true })
  if (joinId !== null) return <JoinProgressDialog joinId={joinId} onClose={onClose} />
  return (
    <FormDialog<{ classId?: string }, { joinId: string }>
      name="join-class"
      title={say('join')}
      submit={say('start')}
      values={{}}
      onSave={({ classId }) => begin.mutateAsync({ classId: classId!, ...whom })}
      onSaved={(begun) => setJoinId(begun.joinId)}
      onClose={onClose}
    >
      <Form.Item
        name="classId"
        label={say('class')}
        extra={say('hint')}
        rules={[{ required: true, message: say('classNeeded') }]}
      >
        <ClassPicker onSale />
      </Form.Item>
    </FormDialog>
  )
}

function JoinProgressDialog({ joinId, onClose }: { joinId: string; onClose: () => void }) {
  const say = useJoinWords()
  const cache = useQueryClient()
  const progress = useCall(
    joinCalls.getProgress,
    { joinId },
    { refetchInterval: (answer) => (answer === undefined || answer.status === 'running' ? 1000 : false) },
  )
  const status = progress.data?.status
  useEffect(() => {
    if (status === undefined || status === 'running') return
    // Those who joined are on other pages as well; the answer itself is the last one.
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== joinCalls.getProgress.path })
  }, [status, cache])
  return (
    <Modal
      open
      title={say('join')}
      onCancel={onClose}
      onOk={onClose}
      okText={say('close')}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      {progress.data && <JoinReport progress={progress.data} />}
    </Modal>
  )
}

function JoinReport({ progress }: { progress: JoinProgress }) {
  const say = useJoinWords()
  const either = useBilingual()
  const { status, className: name, total, done, joined, refused, failed } = progress
  if (status === 'running') {
    return (
      <>
        <p aria-live="polite">{say('running', { name, done, total })}</p>
        <Progress percent={total > 0 ? Math.floor((done / total) * 100) : 0} aria-label={name} />
        <p className="import-hint">{say('safe')}</p>
      </>
    )
  }
  const type = status === 'failed' ? 'error' : refused > 0 ? 'warning' : 'success'
  return (
    <>
      <Alert
        type={type}
        showIcon
        role="status"
        title={status === 'failed' ? say('stopped', { done, total }) : say('done', { name, joined })}
        description={refused > 0 ? say('refused', { refused }) : undefined}
      />
      {failed.length > 0 && (
        <Table
          rowKey="id"
          size="small"
          style={{ marginTop: 12 }}
          dataSource={failed}
          pagination={failed.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
          columns={[
            { title: say('learner'), dataIndex: 'name' },
            { title: say('reason'), render: (_, { reason }) => either(reason.zh, reason.en) },
          ]}
        />
      )}
    </>
  )
}
