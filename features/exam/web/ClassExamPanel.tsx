import Alert from 'antd/es/alert'
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
import { useProposed } from '../../approval/web/useProposed.ts'
import { type Exam, examCalls } from '../contract.ts'
import { AttemptTable } from '../marking/web/AttemptTable.tsx'
import { examLifecycle } from '../rules.ts'
import { ExamDrawer } from './ExamDrawer.tsx'
import { ExamFacts } from './ExamFacts.tsx'
import { shownExam } from './examValues.ts'
import { lacksReason, reasonOf, SecondReason } from './SecondReason.tsx'
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
            extra={
              <ExamActions
                exam={exam}
                inForce={exams.find((one) => one.status === 'active') ?? null}
                onEdit={() => setEdited(exam)}
                onNew={() => setEdited('new')}
              />
            }
          >
            {exam.status === 'draft' && <p>{say('draftHint')}</p>}
            {exam.held && <Held exam={exam} />}
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
          mayPublish={!exams.some((one) => one.status === 'active')}
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

/** Says that nobody of the class passes since its exam was withdrawn, and lets a person confirm that it goes without. */
function Held({ exam: { examId } }: { exam: Exam }) {
  const say = useExamWords()
  const [reason, setReason] = useState('')
  const proposed = useProposed()
  const { learners = 0, waiting = 0 } = useCall(examCalls.findImpact, { examId }).data ?? {}
  const release = useAction(examCalls.release, {
    onDone: ({ waiting: count, approvalId }) =>
      approvalId ? proposed() : notify('success', say('released', { count })),
  })
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={say('held', { waiting })}
      action={
        <Popconfirm
          title={say('releaseAsk', { waiting })}
          description={<SecondReason learners={learners} value={reason} onChange={setReason} />}
          okButtonProps={{ disabled: lacksReason(learners, reason) }}
          okText={say('release')}
          cancelText={say('cancel')}
          styles={{ root: { maxWidth: 340 } }}
          onConfirm={() => release.mutateAsync({ examId, ...reasonOf(reason) }).catch(() => {})}
        >
          <Button size="small">{say('release')}</Button>
        </Popconfirm>
      }
    />
  )
}

function ExamActions({
  exam,
  inForce,
  onEdit,
  onNew,
}: {
  exam: Exam
  /** The exam its class has now; publishing another takes its place. */
  inForce: Exam | null
  onEdit: () => void
  onNew: () => void
}) {
  const say = useExamWords()
  const { examId, name, status } = exam
  const concerned = useCall(examCalls.findImpact, { examId: inForce?.examId ?? examId })
  const { learners, waiting, sitting, marking } = concerned.data ?? {
    learners: 0,
    waiting: 0,
    sitting: 0,
    marking: 0,
  }
  const counts = { learners, waiting, sitting, marking }
  const publish = useAction(examCalls.publish, { onDone: () => notify('success', say('published')) })
  const [reason, setReason] = useState('')
  const proposed = useProposed()
  const withdraw = useAction(examCalls.withdraw, {
    onDone: ({ approvalId }) => (approvalId ? proposed() : notify('success', say('withdrawn_'))),
  })
  const remove = useAction(examCalls.deleteExam, { onDone: () => notify('success', say('deleted')) })
  return (
    <Space wrap>
      {examLifecycle.can(status, 'publish') && inForce && (
        <Popconfirm
          title={say('replaceAsk', { old: inForce.name, name, ...counts })}
          okText={say('replace')}
          cancelText={say('cancel')}
          okButtonProps={{ disabled: !concerned.data }}
          styles={{ root: { maxWidth: 380 } }}
          onConfirm={() => publish.mutateAsync({ examId, replace: true }).catch(() => {})}
        >
          <Button type="primary" loading={publish.isPending}>
            {say('replace')}
          </Button>
        </Popconfirm>
      )}
      {examLifecycle.can(status, 'publish') && !inForce && (
        <Button type="primary" loading={publish.isPending} onClick={() => publish.mutate({ examId })}>
          {say('publish')}
        </Button>
      )}
      <Button onClick={onEdit}>{say('edit')}</Button>
      {status !== 'draft' && <Button onClick={onNew}>{say('another')}</Button>}
      {examLifecycle.can(status, 'withdraw') && (
        <Popconfirm
          title={say('withdrawAsk', { name, ...counts })}
          description={<SecondReason learners={learners} value={reason} onChange={setReason} />}
          okButtonProps={{ danger: true, disabled: !concerned.data || lacksReason(learners, reason) }}
          okText={say('withdraw')}
          cancelText={say('cancel')}
          styles={{ root: { maxWidth: 340 } }}
          onConfirm={() => withdraw.mutateAsync({ examId, ...reasonOf(reason) }).catch(() => {})}
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
