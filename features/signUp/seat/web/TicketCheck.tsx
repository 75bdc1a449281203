import { useCall } from '../../../../web/client.ts'
import { Empty, Loaded } from '../../../../web/kit/Loaded.tsx'
import { Ring } from '../../../../web/kit/Ring.tsx'
import { SeatList } from '../../application/web/AnswerList.tsx'
import { seatCalls } from '../contract.ts'
import { useSeatWords } from './words.ts'

/** A ticket as somebody checks it by its code: whether it is valid, whose it is, masked, and where they sit. */
export function TicketCheck({ code }: { code: string }) {
  const say = useSeatWords()
  const query = useCall(seatCalls.check, { code }, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {(ticket) =>
        ticket === null ? (
          <Empty title={say('noneSuch')} hint={say('noneSuchHint')} />
        ) : (
          <section className="k-card roomy k-stack k-gap-4" aria-label={say('checkTitle')}>
            <div className="k-row k-gap-4">
              <Ring
                size={72}
                label={say(ticket.valid ? 'valid' : 'invalid')}
                parts={[
                  { value: ticket.valid ? 1 : 0.5, color: ticket.valid ? 'var(--good)' : 'var(--bad)' },
                ]}
              >
                {ticket.valid ? '✓' : '✕'}
              </Ring>
              <h1>{say(ticket.valid ? 'valid' : 'invalid')}</h1>
            </div>
            <div>
              <h2>{ticket.signUpTitle}</h2>
              <p className="k-muted">
                {say('holder')} {ticket.holder} · {say('ticketNo', { number: ticket.ticketNo })}
              </p>
            </div>
            <SeatList seats={ticket.seats} />
          </section>
        )
      }
    </Loaded>
  )
}
