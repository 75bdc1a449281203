import Alert from 'antd/es/alert'
import Card from 'antd/es/card'
import Select from 'antd/es/select'
import Skeleton from 'antd/es/skeleton'
import Space from 'antd/es/space'
import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { Empty, Failure } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useRowAction } from '../../../web/shell/control/RowActions.tsx'
import { ProposalNotice } from '../../approval/web/ProposalNotice.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type Exam, examCalls } from '../contract.ts'
import { AttemptTable } from '../marking/web/AttemptTable.tsx'
import { examLifecycle } from '../rules.ts'
import { useStateName } from '../../../web/words.ts'
import './ClassExam.css'
import { ExamDrawer } from './ExamDrawer.tsx'
import { ExamFacts } from './ExamFacts.tsx'
import { shownExam } from './examValues.ts'
import { ImpactDialog } from './ImpactDialog.tsx'
import { useExamWords } from './words.ts'

const tagColor = { draft: 'default', active: 'green', withdrawn: 'orange' } as const

/**
 * The exam of a class: its rules, what may be done with it, and unless it is brief who took it; or the way to set one
 * up, with which it `begins` where there is none yet.
 */
export function ClassExamPanel({
  classId,
  isBrief = false,
  begins = false,
}: {
  classId: string
  isBrief?: boolean
  begins?: boolean
}) {
  const say = useExamWords()
  const stateName = useStateName(examLifecycle)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBegun, setBegun] = useState(!begins)
  const [chosenEdit, setEdited] = useState<Exam | 'new' | null>(null)
  const maySave = useMay(examCalls.saveExam)
  const query = useCall(examCalls.queryExamList, { classId, limit: 50 })

  if (query.isPending) return <Skeleton active paragraph={{ rows: 5 }} />
  if (query.isError && !query.data) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  }
  const exams = query.data.list
  const exam = shownExam(exams, chosen)
  const edited = chosenEdit ?? (maySave && !isBegun && exams.length === 0 ? 'new' : null)
  function close() {
    setBegun(true)
    setEdited(null)
  }
  return (
    <>
      {exam ? (
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          <Card
            size="small"
            className="class-exam"
            title={
              <Space wrap>
                {exams.length > 1 ? (
                  <Select
                    aria-label={say('which')}
                    value={exam.examId}
                    onChange={setChosen}
                    options={exams.map((one) => ({
                      value: one.examId,
                      label: `${one.name} · ${stateName(one.status)}`,
                    }))}
                  />
                ) : (
                  <>
                    {exam.name} <Tag color={tagColor[exam.status]}>{stateName(exam.status)}</Tag>
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
            <ProposalNotice about={{ subjectId: exam.examId }} />
            <ExamFacts exam={exam} />
          </Card>
          {exam.begun > 0 && !isBrief && (
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
        <Empty
          title={say('none')}
          hint={say('noneHint')}
          action={
            maySave && (
              <Button type="primary" onClick={() => setEdited('new')}>
                {say('create')}
              </Button>
            )
          }
        />
      )}
      {edited && (
        <ExamDrawer
          classId={classId}
          exam={edited === 'new' ? null : edited}
          mayPublish={!exams.some((one) => one.status === 'active')}
          onClose={close}
          onSaved={(examId) => {
            close()
            setChosen(examId)
          }}
        />
      )}
    </>
  )
}

/**
 * Shows that nobody of the class passes since its exam was withdrawn, and lets a person confirm that none replaces it.
 */
function Held({ exam: { examId } }: { exam: Exam }) {
  const say = useExamWords()
  const mayRelease = useMay(examCalls.release)
  const [asking, setAsking] = useState(false)
  const proposed = useProposed()
  const impact = useCall(examCalls.findImpact, { examId }, { enabled: mayRelease }).data
  const release = useAction(examCalls.release, {
    quiet: true,
    onDone({ waiting: count, approvalId }) {
      if (approvalId) proposed()
      else notify('success', say('released', { count }))
    },
  })
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={impact ? say('held', { waiting: impact.waiting }) : say('heldShort')}
      action={
        mayRelease && (
          <Button size="small" onClick={() => setAsking(true)}>
            {say('release')}
          </Button>
        )
      }
      {...(asking && {
        description: (
          <ImpactDialog
            step="release"
            text={say('releaseConfirm')}
            impact={impact && { ...impact, sitting: 0, marking: 0 }}
            onConfirm={(reason) => release.mutateAsync({ examId, ...reason })}
            onClose={() => setAsking(false)}
          />
        ),
      })}
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
  const maySave = useMay(examCalls.saveExam)
  const mayPublish = useMay(examCalls.publish)
  const mayWithdraw = useMay(examCalls.withdraw)
  const mayDelete = useMay(examCalls.deleteExam)
  const [asking, setAsking] = useState<'replace' | 'withdraw' | null>(null)
  const impact = useCall(
    examCalls.findImpact,
    { examId: inForce?.examId ?? examId },
    { enabled: mayWithdraw },
  ).data
  const onDone = () => notify('success', say('published'))
  const publish = useAction(examCalls.publish, { onDone })
  const replace = useAction(examCalls.publish, { quiet: true, onDone })
  const proposed = useProposed()
  const withdraw = useAction(examCalls.withdraw, {
    quiet: true,
    onDone({ approvalId }) {
      if (approvalId) proposed()
      else notify('success', say('withdrawn_'))
    },
  })
  const remove = useAction(examCalls.deleteExam, { onDone: () => notify('success', say('deleted')) })
  const run = useRowAction()
  const canPublish = mayPublish && examLifecycle.can(status, 'publish')
  return (
    <Space wrap>
      {canPublish && (
        <Button
          type="primary"
          loading={publish.isPending}
          onClick={() => (inForce ? setAsking('replace') : publish.mutate({ examId }))}
        >
          {say(inForce ? 'replace' : 'publish')}
        </Button>
      )}
      {maySave && <Button onClick={onEdit}>{say('modify')}</Button>}
      {maySave && status !== 'draft' && <Button onClick={onNew}>{say('another')}</Button>}
      {mayWithdraw && examLifecycle.can(status, 'withdraw') && (
        <Button danger onClick={() => setAsking('withdraw')}>
          {say('withdraw')}
        </Button>
      )}
      {mayDelete && examLifecycle.can(status, 'delete') && exam.begun === 0 && (
        <Button
          danger
          onClick={() =>
            void run({
              key: 'delete',
              label: say('delete'),
              danger: true,
              confirm: { title: say('deleteConfirm', { name }) },
              onClick: () => remove.mutate({ examId }),
            })
          }
        >
          {say('delete')}
        </Button>
      )}
      {asking && (
        <ImpactDialog
          step={asking}
          text={
            asking === 'replace'
              ? say('replaceConfirm', { old: inForce!.name, name })
              : say('withdrawConfirm', { name })
          }
          impact={impact}
          onConfirm={(reason) =>
            asking === 'replace'
              ? replace.mutateAsync({ examId, replace: true })
              : withdraw.mutateAsync({ examId, ...reason })
          }
          onClose={() => setAsking(null)}
        />
      )}
    </Space>
  )
}
