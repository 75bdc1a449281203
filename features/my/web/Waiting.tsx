import type { ReactNode } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { clock, dateTime } from '../../../web/format.ts'
import { duration } from '../../../web/howLong.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { isComing } from '../../../web/kit/Loaded.tsx'
import { Ring } from '../../../web/kit/Ring.tsx'
import { classTypeColor } from '../../classType/web/classType.ts'
import { studyPath } from '../../enrolment/rules.ts'
import { attemptCalls } from '../../exam/attempt/contract.ts'
import { usePeriod } from '../../exam/attempt/web/period.ts'
import { examPath, grouped } from '../../exam/attempt/web/examLine.ts'
import { useHeldSentence } from '../../hours/web/held.ts'
import { orderCalls } from '../../order/contract.ts'
import { unpaidOrders } from '../../order/web/unpaid.ts'
import { useWaitingWords } from '../../order/web/waitingWords.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { useReason } from '../../../web/reason.ts'
import './My.css'
import { ApplyAgain, daysUntil, isStudied, Line, PayApproved } from './MyClassCard.tsx'
import { useMyWords } from './words.ts'

interface Matter {
  key: string
  title: string
  note: string
  action: ReactNode
}

const shown = 6

/** The orders that wait for money, asked for again each minute for the time that is left. */
const useUnpaid = () =>
  useCall(orderCalls.findMyOrderList, unpaidOrders, {
    refetchInterval: (orders) => (orders?.list.length ? 60_000 : false),
  })
const useClasses = () => useCall(enrolmentCalls.myClass, { limit: 50 })

/** True as long as it is not known whether something presses, which stands above the rest. */
export function useIsPressingComing(): boolean {
  return [useUnpaid(), useClasses()].some(isComing)
}

/** Matters that wait for the learner, most pressing first: exams, money, an end in sight. */
function useMatters() {
  const say = useMyWords()
  const sayOrder = useWaitingWords()
  const sayReason = useReason()
  const period = usePeriod()
  const { data: exams = [] } = useCall(attemptCalls.findMyClassExam, {})
  const { data: orders } = useUnpaid()
  const { data: classes } = useClasses()

  const examMatters = grouped(exams).open.map((exam): Matter & { running: boolean } => {
    const left = exam.allowed - exam.used
    const running = exam.state === 'in_progress'
    return {
      key: exam.examId,
      running,
      title: say('waitExam', { name: exam.className }),
      note: running
        ? say('waitExamRunning')
        : exam.openTo
          ? say('waitExamUntil', { end: period.end(exam.openTo), left })
          : say('waitExamLeft', { left }),
      action: (
        <ButtonLink kind={running ? 'main' : 'plain'} to={examPath(exam.examId)}>
          {say(running ? 'goOnExam' : 'takeExam')}
        </ButtonLink>
      ),
    }
  })
  const orderMatters = (orders?.list ?? []).slice(0, 5).map(
    (order): Matter => ({
      key: order.id,
      title: say(order.transferPending ? 'waitTransfer' : 'waitOrder', { amount: yuan(order.amount) }),
      note: order.transferPending
        ? say('waitTransferHint')
        : say('waitOrderLeft', { left: duration(60 * Math.ceil(order.secondsLeft / 60)) }),
      action: (
        <ButtonLink to={`/go-pay?orderId=${order.id}`}>
          {sayOrder(order.transferPending ? 'viewOrder' : 'pay')}
        </ButtonLink>
      ),
    }),
  )
  const approvedMatters = (classes?.list ?? [])
    .filter((mine) => mine.status === 'approved' && !mine.order)
    .map(
      (mine): Matter => ({
        key: mine.enrolmentId,
        title: mine.name,
        note: say('waitApproved', { date: dateTime(mine.payUntil!) }),
        action: <PayApproved mine={mine} />,
      }),
    )
  const rejectedMatters = (classes?.list ?? [])
    .filter((mine) => mine.status === 'rejected')
    .map(
      (mine): Matter => ({
        key: mine.enrolmentId,
        title: mine.name,
        note: say('waitRejected', { reason: sayReason(mine.rejectReason) }),
        action: <ApplyAgain mine={mine} />,
      }),
    )
  const studyMatters = (classes?.list ?? [])
    .filter((mine) => mine.status === 'active' && !mine.hold && !mine.studyDone && mine.expiresAt)
    .filter((mine) => daysUntil(mine.expiresAt!) <= 30)
    .sort((a, b) => Date.parse(a.expiresAt!) - Date.parse(b.expiresAt!))
    .map(
      (mine): Matter => ({
        key: mine.enrolmentId,
        title: mine.name,
        note: say('waitStudy', {
          percent: Math.floor(mine.progress / 100),
          days: Math.max(0, daysUntil(mine.expiresAt!)),
        }),
        action: <ButtonLink to={studyPath(mine.enrolmentId)}>{say('continueStudying')}</ButtonLink>,
      }),
    )
  const pressing: Matter[] = [
    ...examMatters.filter((matter) => matter.running),
    ...orderMatters,
    ...approvedMatters,
  ]
  const open: Matter[] = examMatters.filter((matter) => !matter.running)
  return { pressing, rejected: rejectedMatters, open, study: studyMatters }
}

/** List of all that waits for the learner. */
export function Waiting() {
  const say = useMyWords()
  const { pressing, rejected, open, study } = useMatters()
  const matters = [...pressing, ...rejected, ...open, ...study]
  return (
    <aside className="k-card mine-waiting">
      <h2>{say('waiting')}</h2>
      {matters.length === 0 && <p className="k-muted">{say('nothingWaiting')}</p>}
      <Matters list={matters.slice(0, shown)} />
    </aside>
  )
}

/**
 * List of money to be paid and exams to be taken, which tomorrow may be too late; nothing where there is none. The exam
 * that the card below continues with is left to it.
 */
export function Pressing() {
  const say = useMyWords()
  const { pressing, open } = useMatters()
  const { exam } = useContinued()
  const matters = [...pressing, ...open].filter(({ key }) => key !== exam?.examId)
  if (matters.length === 0) return null
  return (
    <section className="k-card mine-waiting" aria-label={say('waiting')}>
      <Matters list={matters.slice(0, 3)} />
    </section>
  )
}

function Matters({ list }: { list: readonly Matter[] }) {
  return list.map((matter) => (
    <div key={matter.key} className="mine-matter">
      <div>
        <b>{matter.title}</b>
        <div className="k-small k-muted">{matter.note}</div>
      </div>
      {matter.action}
    </div>
  ))
}

const useStudying = () => useCall(enrolmentCalls.myClass, { state: 'studying', limit: 20 })

/** True as long as it is not known whether there is something to continue with, which stands above the rest. */
export function useIsContinueComing(): boolean {
  return [useStudying(), useCall(attemptCalls.findMyClassExam, {})].some(isComing)
}

/** The class to continue with, the one studied last that still brings hours; its exam, and that exam again where it is what is left and can be taken. */
function useContinued() {
  const { data } = useStudying()
  const { data: exams = [] } = useCall(attemptCalls.findMyClassExam, {})
  const open = (data?.list ?? []).filter((mine) => mine.status === 'active' && !mine.hold)
  const left = open.filter((candidate) => !isStudied(candidate))
  // Of what is left, a class that brings hours goes before one whose hours all count already.
  const bringing = left.find(({ hoursTenths, heldTenths }) => hoursTenths > heldTenths)
  const mine = bringing ?? left[0] ?? open[0]
  const line = mine && exams.find((candidate) => candidate.classId === mine.classId)
  const isOpen = mine?.studyDone && (line?.state === 'open' || line?.state === 'in_progress')
  return { mine, line, exam: isOpen ? line : undefined }
}

/** Large card of what to continue with: the class studied last, or the exam that is left of it. One tap. */
export function ContinueCard() {
  const say = useMyWords()
  const heldSentence = useHeldSentence()
  const { mine, line, exam } = useContinued()
  if (!mine) return null
  const held = heldSentence(mine)
  const percent = Math.floor(mine.progress / 100)
  return (
    <section className="k-card mine-continue k-grid k-gap-5" aria-label={say('continueFirst')}>
      <Ring
        size={92}
        width={9}
        label={say('ring', { name: mine.name, percent })}
        parts={[{ value: mine.progress / 10_000, color: classTypeColor(mine.classType) }]}
      >
        <b>{percent}%</b>
      </Ring>
      <div>
        <p className="k-muted k-small">{mine.studiedAt ? say('continueFirst') : say('notStarted')}</p>
        <h2>{mine.name}</h2>
        <p className="k-muted">
          {mine.lastItemTitle &&
            say('lastAt', { item: mine.lastItemTitle, position: clock(mine.lastPosition ?? 0) })}
        </p>
        {held && <p className="k-muted k-small">{held}</p>}
        <p className="k-small">
          <Line mine={mine} exam={line} />
        </p>
      </div>
      {exam ? (
        <ButtonLink kind="main" to={examPath(exam.examId)}>
          {say(exam.state === 'in_progress' ? 'goOnExam' : 'takeExam')}
        </ButtonLink>
      ) : (
        <ButtonLink kind="main" to={studyPath(mine.enrolmentId)}>
          {say(isStudied(mine) ? 'review' : mine.progress > 0 ? 'continueStudying' : 'begin')}
        </ButtonLink>
      )}
    </section>
  )
}
