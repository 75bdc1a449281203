import { useEffect, useRef } from 'react'
import { dropBegun } from '../../../web/begun.ts'
import { send, useAction, useCall } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { leaveBy } from '../../../web/token.ts'
import { projectCalls } from '../../project/contract.ts'
import { sessionCalls } from '../../session/contract.ts'
import '../../session/web/Session.css'
import { registerCalls } from '../register/contract.ts'
import { useAgreeWords } from './agreeWords.ts'

/** The new version of the agreement, which a learner reads and accepts before going on, or signs out. */
export function AgreeFirst() {
  const say = useAgreeWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useCall(projectCalls.getAgreement, {}, { staleTime: 0 })
  const accept = useAction(registerCalls.acceptAgreement)
  useEffect(() => {
    heading.current?.focus()
    // What the page behind asked for on its way was refused.
    dropBegun()
  }, [])
  async function leave() {
    await send(sessionCalls.loginOut, {}, { quiet: true, keepsToken: true }).catch(() => {})
    leaveBy('/login')
  }
  return (
    <main id="main" className="k-wrap agree-first">
      <section className="k-card roomy k-stack k-gap-4" aria-labelledby="agree-first">
        <h1 id="agree-first" ref={heading} tabIndex={-1}>
          {say('title')}
        </h1>
        <p className="k-muted">{say('lead')}</p>
        <Loaded query={query} skeleton={<Skeleton lines={8} />}>
          {({ version, content }) => (
            <>
              {/* The text is sanitised where it is written; it is scrolled by keys, too. */}
              <div
                className="agree-text session-text k-box k-stack k-gap-2"
                role="region"
                aria-label={say('text', { version })}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
                tabIndex={0}
                dangerouslySetInnerHTML={{ __html: content }}
              />
              <div className="k-cluster k-gap-3">
                <Button kind="main" busy={accept.isPending} onClick={() => accept.mutate({ version })}>
                  {say('accept')}
                </Button>
                <Button kind="quiet" onClick={() => void leave()}>
                  {say('signOut')}
                </Button>
              </div>
            </>
          )}
        </Loaded>
      </section>
    </main>
  )
}
