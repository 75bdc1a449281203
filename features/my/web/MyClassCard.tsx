import { useNavigate } from 'react-router'
import { useIsShown } from '../../../web/useIsShown.ts'
import { useAction } from '../../../web/client.ts'
import { yuan } from '../../../contract/money.ts'
import { date, dateTime, endDate } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Ring } from '../../../web/kit/Ring.tsx'
import { notify } from '../../../web/notice.ts'
import { cartCalls } from '../../cart/contract.ts'
import { enrolmentLifecycle, missingParts, studyPath } from '../../enrolment/rules.ts'
import { useRequirements } from '../../enrolment/web/requirements.ts'
import { classTypeColor, useClassTypeName } from '../../classType/web/classType.ts'
import type { MyExam } from '../../exam/attempt/contract.ts'
import { useHoursLine } from '../../hours/web/held.ts'
import { examPath } from '../../exam/attempt/web/examLine.ts'
import { enrolmentCalls, type EnrolmentStatus, type MyClass } from '../../enrolment/contract.ts'
import { detailPath } from '../../class/rules.ts'
import { useWaitingWords } from '../../order/web/waitingWords.ts'
import { useTransferWords } from '../../order/web/transferWords.ts'
import { ServicePhone } from '../../project/web/ServicePhone.tsx'
import { useStateName } from '../../../web/words.ts'
import { useReason } from '../../../web/reason.ts'
import './My.css'
import { useMyWords } from './words.ts'

/** Days until a moment, in whole days; 0 on its last day, negative after it. */
export const daysUntil = (moment: string, now = Date.now()) =>
  Math.floor((Date.parse(moment) - now) / 86_400_000)

/** Nothing is left to study for the pass: only the exam, if anything. */
export const isStudied = (mine: MyClass) => !missingParts(mine).some((part) => part !== 'exam')

const tagKind: Partial<Record<EnrolmentStatus, string>> = {
  passed: 'good',
  active: '',
  applied: 'warn',
  approved: 'warn',
  rejected: 'bad',
  failed: 'bad',
  expired: 'warn',
}

/** Until it is resumed there is nothing to study. */
const isPaused = ({ hold }: MyClass) => hold === 'suspended' || hold === 'refunding'

/** One class of the learner: how far, until when, and the one next step. */
export function MyClassCard({ mine, exam }: { mine: MyClass; exam?: MyExam | undefined }) {
  const say = useMyWords()
  const nameOf = useClassTypeName()
  const requirements = useRequirements()
  const hoursLine = useHoursLine()
  const percent = Math.floor(mine.progress / 100)
  return (
    <li className="k-card mine-card k-grid k-gap-4">
      <Ring
        size={60}
        width={6}
        label={say('ring', { name: mine.name, percent })}
        parts={[
          {
            value: mine.progress / 10_000,
            color: mine.status === 'passed' ? 'var(--good)' : classTypeColor(mine.classType),
          },
        ]}
      >
        <b className="k-small">{percent}%</b>
      </Ring>
      <div className="mine-text">
        <h3>{mine.name}</h3>
        <p className="k-small k-muted">
          {nameOf(mine.classType)} · {mine.year} · {hoursLine(mine)}
        </p>
        <p className="k-small k-muted">{requirements.met(mine)}</p>
        <p className="k-small">
          <StateTag mine={mine} /> <Line mine={mine} exam={exam} />
        </p>
      </div>
      <div className="mine-act k-cluster">
        <Next mine={mine} exam={exam} />
      </div>
    </li>
  )
}

function StateTag({ mine }: { mine: MyClass }) {
  const say = useMyWords()
  const stateName = useStateName(enrolmentLifecycle)
  if (mine.status !== 'passed' && isPaused(mine)) return <span className="k-tag warn">{say('paused')}</span>
  if (mine.order?.transferPending) return <span className="k-tag plain">{say('checking')}</span>
  return <span className={`k-tag ${tagKind[mine.status] ?? 'plain'}`}>{stateName(mine.status)}</span>
}

/** A text that refers to the service desk, with its telephone number. */
const withPhone = (sentence: string) => (
  <>
    {sentence} <ServicePhone />
  </>
)

/** The one fact that matters now. */
export function Line({ mine, exam }: { mine: MyClass; exam?: MyExam | undefined }) {
  const say = useMyWords()
  const ofTransfer = useTransferWords()
  const sayReason = useReason()
  const requirements = useRequirements()
  if (mine.status === 'passed' && mine.passedAt && !isPaused(mine))
    return <>{say('passedAt', { date: date(mine.passedAt) })}</>
  if (mine.status === 'rejected') return <>{say('reasonOf', { reason: sayReason(mine.rejectReason) })}</>
  if (mine.status === 'expired' && mine.expiresAt)
    return withPhone(say('endedAt', { date: endDate(mine.expiresAt) }))
  if (mine.hold === 'barred') return <span className="k-warn">{withPhone(say('barred'))}</span>
  if (mine.hold) return <span className="k-warn">{say(mine.hold)}</span>
  if (mine.status === 'failed') {
    if (!exam) return <>{say('examOver')}</>
    const count = exam.makeUpsLeft
    return withPhone(count > 0 ? say('failedHint', { count }) : say('failedOver'))
  }
  // An order that waits has a time of its own to pay, and outlives that of the approval.
  if (mine.order) {
    const { amount, secondsLeft, transferPending } = mine.order
    if (transferPending) return <>{ofTransfer('transferPending', { amount: yuan(amount) })}</>
    return (
      <span className="k-warn">
        {say('orderWaits', { amount: yuan(amount), minutes: Math.ceil(secondsLeft / 60) })}
      </span>
    )
  }
  if (mine.status === 'approved') return <>{say('approvedHint', { date: dateTime(mine.payUntil!) })}</>
  if (mine.status !== 'active') return null
  if (mine.studyFrom && Date.parse(mine.studyFrom) > Date.now())
    return <>{say('opensAt', { date: date(mine.studyFrom) })}</>
  const missing = mine.studyDone ? requirements.missing(mine) : ''
  const done = missing && `${missing} · `
  if (!mine.expiresAt) return <>{missing}</>
  const days = daysUntil(mine.expiresAt)
  const end = days > 0 ? say('daysLeft', { days, date: endDate(mine.expiresAt) }) : say('lastDay')
  return <span className={days <= 14 ? 'k-warn' : 'k-muted'}>{done + end}</span>
}

/**
 * Leads to the payment of an approved application: its unpaid order, or the cart, where it is ordered on purpose. To an
 * order whose transfer is being checked it leads without asking for money.
 */
export function PayApproved({ mine }: { mine: MyClass }) {
  const say = useMyWords()
  const sayOrder = useWaitingWords()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const add = useAction(cartCalls.save)
  if (mine.order) {
    const { id, amount, transferPending } = mine.order
    return (
      <ButtonLink kind={transferPending ? 'plain' : 'main'} to={`/go-pay?orderId=${id}`}>
        {transferPending ? sayOrder('viewOrder') : say('payOrder', { amount: yuan(amount) })}
      </ButtonLink>
    )
  }
  return (
    <Button
      kind="main"
      busy={add.isPending}
      onClick={() =>
        add.mutate({ classIds: [mine.classId], onDone: () => isShown() && void navigate('/student/cart') })
      }
    >
      {say('payApproved')}
    </Button>
  )
}

/** Leads back to the class, where a rejected application is made again. */
export function ApplyAgain({ mine }: { mine: MyClass }) {
  const say = useMyWords()
  return <ButtonLink to={detailPath(mine.classId)}>{say('applyAgain')}</ButtonLink>
}

function Next({ mine, exam }: { mine: MyClass; exam?: MyExam | undefined }) {
  const say = useMyWords()
  const withdraw = useAction(enrolmentCalls.withdrawMyClass, {
    onDone: () => notify('success', say('withdrawn')),
  })
  const withdrawButton = (
    <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({ enrolmentId: mine.enrolmentId })}>
      {say('withdraw')}
    </Button>
  )
  if (mine.status === 'applied') return withdrawButton
  if (mine.status === 'approved') {
    return (
      <>
        <PayApproved mine={mine} />
        {!mine.order && withdrawButton}
      </>
    )
  }
  if (mine.status === 'rejected') return <ApplyAgain mine={mine} />
  if (mine.status !== 'passed' && isPaused(mine)) return null
  if (mine.status === 'failed') {
    const [last] = exam?.attempts ?? []
    const isOver = mine.expiresAt !== null && Date.parse(mine.expiresAt) <= Date.now()
    return (
      <>
        {exam && last && (
          <ButtonLink to={examPath(exam.examId, last.attemptId)}>{say('examResult')}</ButtonLink>
        )}
        {!isOver && (
          <ButtonLink kind="quiet" to={studyPath(mine.enrolmentId)}>
            {say('review')}
          </ButtonLink>
        )}
      </>
    )
  }
  if (mine.status === 'passed') {
    return (
      <>
        {mine.certificateId && (
          <ButtonLink to={`/my?tab=certificates&year=${mine.year}`}>{say('certificate')}</ButtonLink>
        )}
        {!isPaused(mine) && (
          <ButtonLink kind="quiet" to={studyPath(mine.enrolmentId)}>
            {say('review')}
          </ButtonLink>
        )}
      </>
    )
  }
  if (mine.status !== 'active') return null
  const examOpen = exam?.state === 'open' || exam?.state === 'in_progress'
  return (
    <>
      {examOpen && (
        <ButtonLink to={examPath(exam.examId)}>
          {say(exam.state === 'in_progress' ? 'goOnExam' : 'takeExam')}
        </ButtonLink>
      )}
      {exam?.state === 'marking' && <span className="k-muted k-small">{say('marking')}</span>}
      {exam?.state === 'used_up' && <span className="k-muted k-small">{say('examOver')}</span>}
      <ButtonLink kind={isStudied(mine) ? 'quiet' : 'plain'} to={studyPath(mine.enrolmentId)}>
        {say(isStudied(mine) ? 'review' : mine.progress > 0 ? 'continueStudying' : 'begin')}
      </ButtonLink>
    </>
  )
}
