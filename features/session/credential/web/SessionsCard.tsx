import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { credentialCalls, type MySession } from '../contract.ts'
import './Credential.css'
import { useCredentialWords } from './words.ts'

/** List of the devices one is signed in on: each can be signed out, or all but this one. */
export function SessionsCard() {
  const say = useCredentialWords()
  const query = useCall(credentialCalls.findMySessionList, {})
  return (
    <section className="k-card roomy credential-card k-stack" aria-labelledby="credential-sessions">
      <h2 id="credential-sessions">{say('sessions')}</h2>
      <p className="k-muted">{say('sessionsHint')}</p>
      <Loaded query={query}>{(sessions) => <Devices sessions={sessions} />}</Loaded>
    </section>
  )
}

function Devices({ sessions }: { sessions: readonly MySession[] }) {
  const say = useCredentialWords()
  const [asking, setAsking] = useState(false)
  const end = useAction(credentialCalls.endMySession, {
    onDone: () => notify('success', say('endedOne')),
  })
  const endOthers = useAction(credentialCalls.endOtherSessions, {
    onDone: ({ ended }) => {
      setAsking(false)
      notify('success', say('endedOthers', { count: ended }))
    },
  })
  const others = sessions.filter((session) => !session.current).length
  const nameOf = ({ browser, system }: MySession) =>
    [browser, system].filter(Boolean).join(' · ') || say('unknownDevice')
  return (
    <>
      <ul className="credential-devices k-list">
        {sessions.map((session) => (
          <li className="k-cluster k-gap-3 k-split" key={session.sessionId}>
            <div>
              <b>{nameOf(session)}</b>{' '}
              {session.current && <span className="k-tag good">{say('thisDevice')}</span>}
              <div className="k-muted k-small">
                {say('since', {
                  since: dateTime(session.since),
                  place: session.place,
                  role: session.roleName,
                })}
              </div>
            </div>
            {!session.current && (
              <Button
                aria-label={say('endNamed', { device: nameOf(session), since: dateTime(session.since) })}
                busy={end.isPending && end.variables.sessionId === session.sessionId}
                onClick={() => end.mutate({ sessionId: session.sessionId })}
              >
                {say('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 1 && !asking && (
        <div>
          <Button kind="danger" onClick={() => setAsking(true)}>
            {say('endOthers')}
          </Button>
        </div>
      )}
      {others > 0 && asking && (
        <div className="k-cluster k-gap-3 k-split" role="group" aria-label={say('endOthers')}>
          <p>{say('sure', { count: others })}</p>
          <Button kind="danger" busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {say('yes')}
          </Button>
          <Button onClick={() => setAsking(false)}>{say('no')}</Button>
        </div>
      )}
    </>
  )
}
