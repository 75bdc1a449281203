import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Empty from 'antd/es/empty'
import Popconfirm from 'antd/es/popconfirm'
import Result from 'antd/es/result'
import Select from 'antd/es/select'
import Skeleton from 'antd/es/skeleton'
import Space from 'antd/es/space'
import Tag from 'antd/es/tag'
import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { type Exam, examCalls } from '../contract.ts'
import { AttemptTable } from '../marking/web/AttemptTable.tsx'
import { examLifecycle } from '../rules.ts'
import { ExamDrawer } from './ExamDrawer.tsx'
import { ExamFacts } from './ExamFacts.tsx'
import { shownExam } from './examValues.ts'
import { useExamWords } from './words.ts'

const tagColor = { draft: 'default', active: 'success', withdrawn: 'warning' } as const

/** The exam of a class: its rules, what may be done with it, and who took it; or the way to set one up. */
export function ClassExamPanel({ classId }: { classId: string }) {
  const say = useExamWords()
  const [chosen, setChosen] = useState<string | null>(null)
  const [edited, setEdited] = useState<Exam | 'new' | null>(null)
  const query = useCall(examCalls.queryExamList, { classId, limit: 50 })

  if (query.isPending) return <Skeleton active paragraph={{ rows: 5 }} />
  if (query.isError && !query.data) {
    return (
      <Result
        status="error"
        title={say('failed')}
        subTitle={query.error.message}
        extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
      />
    )
  }
  const exams = query.data.list
  const exam = shownExam(exams, chosen)
  return (
    <>
      {exam ? (
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          <Card
            size="small"
            title={
              <Space wrap>
                {exams.length > 1 ? (
                  <Select
                    aria-label={say('which')}
                    value={exam.examId}
                    onChange={setChosen}
                    options={exams.map((one) => ({
                      value: one.examId,
                      label: `${one.name} · ${say(one.status)}`,
                    }))}
                  />
                ) : (
                  <>
                    {exam.name} <Tag color={tagColor[exam.status]}>{say(exam.status)}</Tag>
                  </>
                )}
              </Space>
            }
            extra={<ExamActions exam={exam} onEdit={() => setEdited(exam)} onNew={() => setEdited('new')} />}
          >
            {exam.status === 'draft' && <p>{say('draftHint')}</p>}
            <ExamFacts exam={exam} />
          </Card>
          {exam.begun > 0 && (
            <Card
              size="small"
              title={say('results')}
              extra={say('numbers', { begun: exam.begun, passed: exam.passed, marking: exam.marking })}
            >
              <AttemptTable key={exam.examId} examId={exam.examId} />
            </Card>
          )}
        </Space>
      ) : (
        <Empty description={say('none')}>
          <p style={{ marginBottom: 16 }}>{say('noneHint')}</p>
          <Button type="primary" onClick={() => setEdited('new')}>
            {say('create')}
          </Button>
        </Empty>
      )}
      {edited && (
        <ExamDrawer
          classId={classId}
          exam={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(examId) => {
            setEdited(null)
            setChosen(examId)
          }}
        />
      )}
    </>
  )
}

function ExamActions({ exam, onEdit, onNew }: { exam: Exam; onEdit: () => void; onNew: () => void }) {
  const say = useExamWords()
  const { examId, name, status } = exam
  const publish = useAction(examCalls.publish, { onDone: () => notify('success', say('published')) })
  const withdraw = useAction(examCalls.withdraw, { onDone: () => notify('success', say('withdrawn_')) })
  const remove = useAction(examCalls.deleteExam, { onDone: () => notify('success', say('deleted')) })
  return (
    <Space wrap>
      {examLifecycle.can(status, 'publish') && (
        <Button type="primary" loading={publish.isPending} onClick={() => publish.mutate({ examId })}>
          {say('publish')}
        </Button>
      )}
      <Button onClick={onEdit}>{say('edit')}</Button>
      {status === 'withdrawn' && <Button onClick={onNew}>{say('another')}</Button>}
      {examLifecycle.can(status, 'withdraw') && (
        <Popconfirm
          title={say('withdrawAsk', { name })}
          okText={say('withdraw')}
          cancelText={say('cancel')}
          styles={{ root: { maxWidth: 340 } }}
          onConfirm={() => withdraw.mutateAsync({ examId }).catch(() => {})}
        >
          <Button danger>{say('withdraw')}</Button>
        </Popconfirm>
      )}
      {examLifecycle.can(status, 'delete') && exam.begun === 0 && (
        <Popconfirm
          title={say('deleteAsk', { name })}
          okText={say('delete')}
          cancelText={say('cancel')}
          okButtonProps={{ danger: true }}
          onConfirm={() => remove.mutateAsync({ examId }).catch(() => {})}
        >
          <Button danger>{say('delete')}</Button>
        </Popconfirm>
      )}
    </Space>
  )
}
