import { send } from '../../../web/client.ts'
import { PersonLookUp } from '../../captcha/web/PersonLookUp.tsx'
import { SeatList } from '../../signUp/application/web/AnswerList.tsx'
import { TicketLink } from '../../signUp/seat/web/TicketLink.tsx'
import { scoreCalls } from '../contract.ts'
import { ScoreLine } from './ScoreLine.tsx'
import { useTicketWords } from './ticketWords.ts'

/** Finds the tickets and published scores of a person by name and ID number, after a captcha. */
export function TicketLookUp() {
  const say = useTicketWords()
  return (
    <PersonLookUp
      title={say('lookUpTitle')}
      lead={say('lookUpHint')}
      label={say('idNumber')}
      field="cardNumber"
      wrongNumber={say('wrongCard')}
      submit={say('lookUp')}
      none={say('noTicket')}
      find={({ number: cardNumber, ...person }) =>
        send(scoreCalls.lookUp, { ...person, cardNumber }, { quiet: true })
      }
    >
      {(found) => (
        <>
          <p>{say('found', { count: found.length })}</p>
          {found.map((ticket) => (
            <div key={ticket.code} className="k-box k-stack k-gap-2 signup-ticket">
              <h3>{ticket.signUpTitle}</h3>
              <p>{say('ticketNo', { number: ticket.ticketNo })}</p>
              {ticket.scores.length > 0 ? (
                <ul className="k-list k-stack k-gap-2" aria-label={say('scores')}>
                  {ticket.scores.map((score) => (
                    <ScoreLine key={score.subjectName} score={score} />
                  ))}
                </ul>
              ) : (
                <SeatList seats={ticket.seats} />
              )}
              <TicketLink {...ticket} />
            </div>
          ))}
        </>
      )}
    </PersonLookUp>
  )
}
