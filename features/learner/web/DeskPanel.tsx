import Card from 'antd/es/card'
import Progress from 'antd/es/progress'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { dateTime, endDate, hours, shortTime } from '../../../web/format.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useStateName } from '../../../web/words.ts'
import { certificateLifecycle } from '../../certificate/contract.ts'
import { correctionLifecycle, type CorrectionKind, type CorrectionStatus } from '../../correction/rules.ts'
import { useCorrectionWords } from '../../correction/web/words.ts'
import { attemptLifecycle } from '../../exam/attempt/rules.ts'
import { paymentLifecycle } from '../../payment/rules.ts'
import { Answer } from '../../studyRecord/web/Answer.tsx'
import { EnrolmentStatusTag } from '../../studyRecord/web/EnrolmentStatusTag.tsx'
import { YearMeters } from '../../studyRecord/web/YearReport.tsx'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import type { ExceptionKind } from '../../supportCase/rules.ts'
import { CallNote } from '../../supportCase/web/CallNote.tsx'
import { useSupportCaseWords } from '../../supportCase/web/words.ts'
import { type DeskCase, type DeskClass, type DeskEvent, learnerCalls, type LearnerDesk } from '../contract.ts'
import { useDeskWords } from './deskWords.ts'

/** Facts for a clerk while a learner is on the telephone, on one screen. */
export function DeskPanel({ accountId, onMore }: { accountId: string; onMore: () => void }) {
  const query = useCall(learnerCalls.getDesk, { accountId })
  return (
    <Loaded query={query} skeleton={<Skeleton lines={8} />}>
      {(desk) => <Desk accountId={accountId} desk={desk} onMore={onMore} />}
    </Loaded>
  )
}

function Desk({
  accountId,
  desk,
  onMore,
}: {
  accountId: string
  desk: LearnerDesk
  /** Opens what there is beyond the classes shown. */
  onMore: () => void
}) {
  const say = useDeskWords()
  const mayNote = useMay(supportCaseCalls.addNote)
  const passed = desk.classes?.filter(({ status }) => status === 'passed') ?? []
  return (
    <div className="desk">
      <Card size="small" title={say('cases')} className="desk-cases">
        {desk.cases.length === 0 ? (
          say('casesNone')
        ) : (
          <ul className="desk-list k-stack k-list">
            {desk.cases.map((one) => (
              <li key={one.id}>
                <CaseLine one={one} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <div className="k-stack k-gap-4 desk-study">
        {desk.hours ? (
          <Card
            size="small"
            title={say('hoursOfYear', { year: desk.hours.year })}
            extra={
              <span className="learner-line">
                {say('attributes', {
                  required: hours(desk.hours.attributes.required),
                  elective: hours(desk.hours.attributes.elective),
                })}
              </span>
            }
          >
            <YearMeters report={desk.hours} />
          </Card>
        ) : (
          desk.classes && (
            <Card size="small" title={say('hours')}>
              {say('hoursNone')}
            </Card>
          )
        )}
        <Card
          size="small"
          title={say('classes')}
          extra={
            desk.hasMoreClasses && (
              <Button type="link" size="small" onClick={onMore}>
                {say('moreClasses')}
              </Button>
            )
          }
        >
          {desk.classes === null ? (
            say('notShown')
          ) : desk.classes.length === 0 ? (
            say('classesNone')
          ) : (
            <>
              <ul className="desk-list k-stack k-list">
                {desk.classes.map(
                  (one) => one.status !== 'passed' && <ClassLine key={one.enrolmentId} one={one} />,
                )}
              </ul>
              {passed.length > 0 && (
                <>
                  <h3 className="desk-passed">{say('passedCount', { count: passed.length })}</h3>
                  <ul className="desk-names k-list">
                    {passed.map((one) => (
                      <li key={one.enrolmentId}>
                        <ClassLink one={one} />
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </>
          )}
        </Card>
      </div>
      <div className="k-stack k-gap-4 desk-call">
        {mayNote && (
          <Card size="small" title={say('callNote')}>
            <CallNote key={accountId} accountId={accountId} />
          </Card>
        )}
        <Card size="small" title={say('events')}>
          {desk.events.length === 0 ? (
            say('eventsNone')
          ) : (
            <ul className="desk-list k-stack k-list">
              {desk.events.map((one) => (
                <li key={`${one.kind} ${one.id}`} className="desk-event">
                  <span>
                    <EventLine one={one} />
                  </span>
                  <time className="learner-line" dateTime={one.at} title={dateTime(one.at)}>
                    {shortTime(one.at)}
                  </time>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  )
}

function ClassLink({ one }: { one: DeskClass }) {
  return (
    <Link to={`/train-manage/study-report/study-detail?enrolmentId=${one.enrolmentId}`}>{one.className}</Link>
  )
}

/** A class with its percent and the reason, which can be copied for the caller. */
function ClassLine({ one }: { one: DeskClass }) {
  const say = useDeskWords()
  const percent = Math.floor(one.explained.progress / 100)
  return (
    <li>
      <div className="desk-class k-cluster">
        <ClassLink one={one} />
        <EnrolmentStatusTag status={one.status} />
        {one.hold && <Tag color="orange">{say(one.hold)}</Tag>}
        {one.expiresAt && (
          <span className="learner-line">{say('until', { date: endDate(one.expiresAt) })}</span>
        )}
      </div>
      <Progress percent={percent} size="small" aria-label={`${one.className} ${percent}%`} />
      <Answer className={one.className} explained={one.explained} />
    </li>
  )
}

function CaseLine({ one }: { one: DeskCase }) {
  const say = useDeskWords()
  const sayCorrection = useCorrectionWords()
  const sayIssue = useSupportCaseWords()
  const about =
    one.kind === 'correction'
      ? sayCorrection(one.about as CorrectionKind)
      : one.kind === 'issue'
        ? sayIssue(one.about as ExceptionKind)
        : one.title
  const register = '/customer/exception-register'
  const opened = {
    correction: `${register}?part=corrections&correction`,
    approval: '/customer/approvals?approval',
    issue: `${register}?part=registered&exception`,
  }[one.kind]
  const mayOpen = useMay(register)
  const kind = { correction: 'correction', approval: 'approvalCase', issue: 'issueCase' } as const
  const name = `${say(kind[one.kind])} · ${about}`
  return (
    <>
      {mayOpen ? <Link to={`${opened}=${one.id}`}>{name}</Link> : name}
      <span className="learner-line">{say('from', { from: dateTime(one.since) })}</span>
      <p className="desk-reason">{one.note}</p>
    </>
  )
}

type StateOf<L extends { states: readonly string[] }> = L['states'][number]

function EventLine({ one }: { one: DeskEvent }) {
  const say = useDeskWords()
  const names = {
    exam: useStateName(attemptLifecycle),
    payment: useStateName(paymentLifecycle),
    certificate: useStateName(certificateLifecycle),
    correction: useStateName(correctionLifecycle),
  }
  const title = one.title ?? ''
  switch (one.kind) {
    case 'study':
      return say('studyEvent', { title })
    case 'exam': {
      const state = names.exam(one.state as StateOf<typeof attemptLifecycle>)
      return one.score === null
        ? say('examEvent', { title, state })
        : say('examScored', { title, state, score: one.score })
    }
    case 'payment':
      return say('paymentEvent', {
        title,
        amount: yuan(one.amount ?? 0),
        state: names.payment(one.state as StateOf<typeof paymentLifecycle>),
      })
    case 'certificate':
      return say('certificateEvent', {
        title,
        state: names.certificate(one.state as StateOf<typeof certificateLifecycle>),
      })
    case 'correction':
      return say('correctionEvent', { title, state: names.correction(one.state as CorrectionStatus) })
    case 'signIn':
      return say('signInEvent')
  }
}
