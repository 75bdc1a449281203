import { useState } from 'react'
import { CallRefused, download, send, useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import type { Faults } from '../../../web/kit/Form.tsx'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { notify } from '../../../web/notice.ts'
import { leaveBy } from '../../../web/token.ts'
import { useBilingual } from '../../../web/words.ts'
import { closingRefusals, personalDataCalls, type PersonalDataState } from '../contract.ts'
import { closingPath } from './pages.ts'
import { ProveSelf } from './ProveSelf.tsx'
import { usePersonalDataWords } from './words.ts'

interface Own {
  /** One's own number, masked. */
  mobile: string | null
}

/** One's own data to take away, and for learners the closing of the account. */
export function PersonalDataCard({ mobile, mayClose }: Own & { mayClose: boolean }) {
  const say = usePersonalDataWords()
  const query = useCall(
    personalDataCalls.getState,
    {},
    { refetchInterval: (state) => (state?.copy?.status === 'making' ? 2000 : false) },
  )
  return (
    <section className="k-card roomy credential-card k-stack" aria-labelledby="personal-data">
      <h2 id="personal-data">{say('title')}</h2>
      <Loaded query={query} skeleton={<Skeleton lines={3} />}>
        {(state) => (
          <>
            <Copy state={state} mobile={mobile} onChange={() => void query.refetch()} />
            {mayClose && <Closing state={state} mobile={mobile} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Copy({ state, mobile, onChange }: Own & { state: PersonalDataState; onChange: () => void }) {
  const say = usePersonalDataWords()
  const [open, setOpen] = useState(false)
  const [fetching, setFetching] = useState(false)
  const request = useAction(personalDataCalls.requestCopy, { quiet: true })
  const { copy } = state
  // It is deleted only when all of it has arrived here: a cut line loses nothing.
  async function fetchCopy(id: string) {
    setFetching(true)
    try {
      await download(personalDataCalls.downloadCopy, { id })
      await send(personalDataCalls.confirmCopy, { id }, { quiet: true })
    } catch (error) {
      // What was refused has been said.
      if (!(error instanceof CallRefused)) notify('error', say('fetchFailed'))
    } finally {
      setFetching(false)
      onChange()
    }
  }
  const isReady = copy?.status === 'ready'
  const isUnderWay = copy !== null && copy.isHere && (isReady || copy.status === 'making')
  return (
    <>
      <p className="k-muted k-small">{say('copyHint')}</p>
      <p role="status">
        {copy &&
          (isReady
            ? say(copy.isHere ? 'ready' : 'readyElsewhere', { time: dateTime(copy.expiresAt!) })
            : say(copy.status))}
      </p>
      {isReady && copy.isHere && (
        <Button kind="main" busy={fetching} onClick={() => void fetchCopy(copy.id)}>
          {say('fetch')}
        </Button>
      )}
      {!isUnderWay && (
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {say(open ? 'cancel' : isReady ? 'proveToFetch' : 'copy')}
        </Button>
      )}
      {open && !isUnderWay && (
        <ProveSelf
          mobile={mobile}
          submit={say(isReady ? 'proveToFetch' : 'make')}
          onProve={async (proof) => {
            await request.mutateAsync(proof)
            setOpen(false)
            onChange()
          }}
        />
      )}
    </>
  )
}

function Closing({ state, mobile }: Own & { state: PersonalDataState }) {
  const say = usePersonalDataWords()
  const bilingual = useBilingual()
  const [open, setOpen] = useState(false)
  const [agreed, setAgreed] = useState(false)
  return (
    <>
      <p className="k-muted k-small">{say('closeHint')}</p>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {say('close')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={say('close')}>
        <div className="k-stack">
          <p>{say('goes')}</p>
          <p>{say(state.keepsRecords ? 'stays' : 'nothingStays')}</p>
          <p>{say('waits')}</p>
          {state.hindrances.length > 0 ? (
            <>
              <p>{say('hindered')}</p>
              <ul>
                {state.hindrances.map((one) => (
                  <li key={one}>{bilingual(closingRefusals[one].zh, closingRefusals[one].en)}</li>
                ))}
              </ul>
            </>
          ) : (
            <ProveSelf
              mobile={mobile}
              submit={say('confirm')}
              danger
              check={(): Faults => (agreed ? {} : { agreed: say('agreeFirst') })}
              onProve={async (proof) => {
                const { dueAt } = await send(personalDataCalls.closeAccount, proof, { quiet: true })
                // The session is over: what else this page asks must not lead to the sign-in, which would cancel it.
                leaveBy(closingPath(dueAt))
              }}
            >
              {(faults) => (
                <div className="k-field">
                  <label className="k-tick">
                    <input
                      type="checkbox"
                      checked={agreed}
                      aria-invalid={faults.agreed ? true : undefined}
                      aria-describedby="agreed-error"
                      onChange={(event) => setAgreed(event.target.checked)}
                    />
                    {say('agree')}
                  </label>
                  <span id="agreed-error" className="error" aria-live="polite">
                    {faults.agreed}
                  </span>
                </div>
              )}
            </ProveSelf>
          )}
        </div>
      </Sheet>
    </>
  )
}
