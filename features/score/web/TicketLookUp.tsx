import { useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { Form } from '../../../web/kit/Form.tsx'
import { useCaptcha } from '../../captcha/web/Captcha.tsx'
import { visitedUnit } from '../../project/web/settings.ts'
import { SeatList } from '../../signUp/application/web/AnswerList.tsx'
import { TicketLink } from '../../signUp/seat/web/TicketLink.tsx'
import { scoreCalls } from '../contract.ts'
import { ScoreLine } from './ScoreLine.tsx'
import { useTicketWords } from './ticketWords.ts'

type Found = OutputOf<typeof scoreCalls.lookUp>['list']

/** Finds the tickets and published scores of a person by name and ID number, after a captcha; nobody learns whether a person is known. */
export function TicketLookUp() {
  const say = useTicketWords()
  const captcha = useCaptcha()
  const [realName, setName] = useState('')
  const [cardNumber, setCard] = useState('')
  const [found, setFound] = useState<Found | null>(null)

  async function lookUp() {
    setFound(null)
    const unitId = visitedUnit()
    const answer = await captcha.solve((captchaVO) =>
      send(
        scoreCalls.lookUp,
        {
          realName: realName.trim(),
          cardNumber: cardNumber.trim(),
          captchaVO,
          ...(unitId ? { unitId } : {}),
        },
        { quiet: true },
      ),
    )
    if (answer) setFound(answer.list)
  }
  return (
    <section className="k-card padded k-stack" aria-label={say('lookUpTitle')}>
      <h2>{say('lookUpTitle')}</h2>
      <p className="k-muted k-small">{say('lookUpHint')}</p>
      <Form
        className="k-stack"
        field="cardNumber"
        check={() => ({
          ...(realName.trim().length < 2 ? { realName: say('wrongName') } : {}),
          ...(cardNumber.trim().length < 4 ? { cardNumber: say('wrongCard') } : {}),
        })}
        onSubmit={lookUp}
      >
        {({ faults, busy }) => (
          <>
            <TextField
              label={say('realName')}
              error={faults.realName}
              autoComplete="off"
              maxLength={40}
              value={realName}
              onChange={({ target }) => setName(target.value)}
            />
            <TextField
              label={say('idNumber')}
              error={faults.cardNumber}
              autoComplete="off"
              maxLength={30}
              value={cardNumber}
              onChange={({ target }) => setCard(target.value)}
            />
            <Button type="submit" wide busy={busy}>
              {say('lookUp')}
            </Button>
          </>
        )}
      </Form>
      {captcha.sheet}
      <div role="status" className="k-stack">
        {found &&
          (found.length === 0 ? (
            <p>{say('noTicket')}</p>
          ) : (
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
          ))}
      </div>
    </section>
  )
}
