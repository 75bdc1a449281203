import { type ComponentType, type ReactNode, useState } from 'react'
import { yuan } from '../../../../contract/money.ts'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime, endTime } from '../../../../web/format.ts'
import { Button, ButtonLink } from '../../../../web/kit/Button.tsx'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { Pager } from '../../../../web/kit/Pager.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { signUpPaths } from '../../web/paths.ts'
import { applicationCalls, type MyApplication, type MyApplicationDetail } from '../contract.ts'
import { AnswerList, SeatList } from './AnswerList.tsx'
import { ApplicationStatusTag } from './ApplicationStatusTag.tsx'
import { useApplicationWords } from './words.ts'

/** Parts above applications: the buttons to pay the fee and to download the ticket, and the scores of an exam. */
interface NextSteps {
  Pay: ComponentType<{ application: MyApplication }>
  Ticket: ComponentType<{ application: MyApplication }>
  /** Takes the place of what is next once there are scores. */
  Scores: ComponentType<{ application: MyApplication; children: ReactNode }>
}

const limit = 5

/** Question for the learner's own applications, page by page. */
export const useMyApplications = (page: number, isLearner = true) =>
  useCall(applicationCalls.findMine, { page, limit }, { keep: true, enabled: isLearner })

/** The learner's own applications with their state, what comes next and one button; nothing where there are none. */
export function MyApplications(steps: NextSteps) {
  const say = useApplicationWords()
  const [page, setPage] = useState(1)
  const query = useMyApplications(page)
  return (
    <Loaded query={query}>
      {({ list, total }) =>
        total > 0 && (
          <section className="k-stack k-gap-3" aria-label={say('mine')}>
            <h2>{say('mine')}</h2>
            <ul className="k-list k-stack k-gap-3">
              {list.map((application) => (
                <li key={application.id} className="k-card padded k-stack k-gap-2">
                  <Head application={application} heading="h3" />
                  <Outcome application={application} Scores={steps.Scores} />
                  <Actions application={application} {...steps} detailed={false} />
                </li>
              ))}
            </ul>
            <Pager {...{ page, limit, total }} onPage={setPage} />
          </section>
        )
      }
    </Loaded>
  )
}

/** One of the learner's own applications with what was filled in. */
export function MyApplicationView({ id, ...steps }: { id: string } & NextSteps) {
  const query = useCall(applicationCalls.getMine, { id }, { staleTime: 0 })
  return <Loaded query={query}>{(application) => <Detail {...{ application, ...steps }} />}</Loaded>
}

function Detail({ application, ...steps }: { application: MyApplicationDetail } & NextSteps) {
  const say = useApplicationWords()
  const { appliedAt, fee, ticketNo, seats, formVersion } = application
  return (
    <section className="k-card roomy k-stack k-gap-4" aria-label={application.title}>
      <Head application={application} heading="h1" />
      <Outcome application={application} Scores={steps.Scores} />
      <p className="k-muted k-small">
        {say('appliedAt', { time: dateTime(appliedAt) })}
        {fee > 0 && ` · ${say('feeOf', { amount: yuan(fee) })}`}
        {ticketNo && ` · ${say('ticketNo')} ${ticketNo}`}
      </p>
      <Actions application={application} {...steps} detailed />
      {seats.length > 0 && (
        <>
          <h2>{say('seats')}</h2>
          <SeatList seats={seats} />
        </>
      )}
      {application.fields.length > 0 && (
        <>
          <div className="k-cluster k-split">
            <h2>{say('filledIn')}</h2>
            <span className="k-muted k-small">{say('formOf', { version: formVersion })}</span>
          </div>
          <AnswerList {...application} />
        </>
      )}
    </section>
  )
}

function Head({ application, heading: Heading }: { application: MyApplication; heading: 'h1' | 'h3' }) {
  const say = useApplicationWords()
  const { title, status, subjectNames } = application
  return (
    <div className="k-cluster k-split">
      <div>
        <Heading className="k-break">{title}</Heading>
        {subjectNames.length > 0 && <p className="k-soft k-small">{subjectNames.join(say('comma'))}</p>}
      </div>
      <ApplicationStatusTag status={status} />
    </div>
  )
}

/** Scores of an exam that was taken, otherwise what comes next. */
function Outcome({ application, Scores }: { application: MyApplication } & Pick<NextSteps, 'Scores'>) {
  const next = <NextSentence application={application} />
  return application.hasTicket ? <Scores application={application}>{next}</Scores> : next
}

/** Sentence of what comes next, with the reason of what ended it. */
function NextSentence({ application }: { application: MyApplication }) {
  const say = useApplicationWords()
  const { status, kind, payUntil, paidByUnit, hasTicket, reason } = application
  const sentence =
    status === 'approved'
      ? paidByUnit
        ? say('next_byUnit')
        : payUntil && say('next_approved', { time: endTime(payUntil) })
      : status === 'confirmed'
        ? say(kind === 'training' ? 'next_confirmed' : hasTicket ? 'next_ticket' : 'next_seats')
        : say(`next_${status}`)
  return (
    <p>
      {sentence} {reason && <span className="k-soft">{say('reasonOf', { reason })}</span>}
    </p>
  )
}

/** The one step that is next, and beside it the way out. */
function Actions({
  application,
  detailed,
  Pay,
  Ticket,
}: { application: MyApplication; detailed: boolean } & NextSteps) {
  const say = useApplicationWords()
  const {
    id,
    signUpId,
    status,
    title,
    canPay,
    canApplyAgain,
    canWithdraw,
    hasTicket,
    fee,
    orderId,
    paidByUnit,
  } = application
  const [asking, setAsking] = useState(false)
  const withdraw = useAction(applicationCalls.withdraw, {
    onDone() {
      setAsking(false)
      notify('success', say('withdrawn'))
    },
  })
  const mayRefund = status === 'confirmed' && fee > 0 && orderId !== null && !paidByUnit && detailed
  return (
    <div className="k-cluster k-end">
      {!detailed && (
        <ButtonLink kind="quiet" to={signUpPaths.mine(id)}>
          {say('details')}
          <span className="k-hidden"> {title}</span>
        </ButtonLink>
      )}
      {canWithdraw && (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {say('withdrawTitle')}
          <span className="k-hidden"> {title}</span>
        </Button>
      )}
      {mayRefund && (
        <ButtonLink kind="quiet" to={`/my?tab=orders&order=${orderId}`}>
          {say('toRefund')}
        </ButtonLink>
      )}
      {canPay && <Pay application={application} />}
      {hasTicket && <Ticket application={application} />}
      {canApplyAgain && (
        <ButtonLink to={signUpPaths.apply(signUpId)}>
          {say('applyAgain')}
          <span className="k-hidden"> {title}</span>
        </ButtonLink>
      )}
      <Sheet open={asking} onClose={() => setAsking(false)} title={say('withdrawTitle')}>
        <div className="k-stack">
          <p>{say('withdrawAsk', { name: title })}</p>
          <p className="k-muted">{say('withdrawHint')}</p>
          <div className="k-cluster k-end">
            <Button onClick={() => setAsking(false)}>{say('keep')}</Button>
            <Button kind="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
              {say('withdrawYes')}
            </Button>
          </div>
        </div>
      </Sheet>
    </div>
  )
}
