import Alert from 'antd/es/alert'
import Space from 'antd/es/space'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { StaleChange } from '../../../contract/call.ts'
import { CallRefused } from '../../client.ts'
import { dateTime } from '../../format.ts'
import { mergeValues, type Read } from '../../revision.ts'
import { Button } from '../control/Button.tsx'
import { useShellWords } from '../words.ts'

/** A form, as far as its revision is concerned. */
interface RevisedForm<V extends object> {
  /** Present state as the page knows it; null while something new is written. */
  current: Read<V> | null
  isDirty: boolean
  /** The values as they stand in the form. */
  typed: () => V
  fill: (values: V) => void
  /** The typed values are gone: the form has nothing to lose. */
  onDiscard: (latest: V) => void
  /** Reads it again. */
  load: () => Promise<Read<V>>
}

/**
 * Keeps the revision a form was read at, to be sent with the edit. When somebody else saved first, nothing is
 * overwritten: `refused` takes the refusal and `notice` says who changed what, with two ways on. Either loads the
 * latest values; the first keeps what the reader typed, the second discards it. A form that nobody has typed in
 * follows what the page reads.
 */
export function useRevision<V extends object>(
  form: RevisedForm<V>,
): {
  /** Undefined for something new. */
  revision: number | undefined
  /** Values the form was filled with, fields without an input too. */
  values: V | undefined
  /** Takes a refusal of a stale edit; false for any other. */
  refused: (error: unknown) => boolean
  /** The form stays open; these values were saved as this revision. */
  saved: (revision: number, values: V) => void
  notice: ReactNode
} {
  const [base, setBase] = useState(form.current)
  const [changes, setChanges] = useState<readonly StaleChange[] | null>(null)
  const { current, isDirty, fill } = form
  const isStale = current !== null && base !== null && current.revision > base.revision && !isDirty
  useEffect(() => {
    if (!isStale) return
    setBase(current)
    fill(current.values)
  }, [isStale, current, fill])

  async function goOn(keepsTyped: boolean) {
    const latest = await form.load()
    fill(keepsTyped && base ? mergeValues(base.values, form.typed(), latest.values) : latest.values)
    setBase(latest)
    setChanges(null)
    if (!keepsTyped) form.onDiscard(latest.values)
  }

  return {
    revision: base?.revision,
    values: base?.values,
    refused(error) {
      if (!(error instanceof CallRefused) || !error.stale) return false
      setChanges(error.stale)
      return true
    },
    saved(revision, values) {
      setBase({ revision, values })
      setChanges(null)
    },
    notice: changes && <StaleNotice changes={changes} onGoOn={goOn} />,
  }
}

/** Shows in a form who saved what since it was opened, and asks how to continue. */
function StaleNotice({
  changes,
  onGoOn,
}: {
  changes: readonly StaleChange[]
  onGoOn: (keepsTyped: boolean) => Promise<void>
}) {
  const say = useShellWords()
  const place = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState<'keep' | 'discard' | null>(null)
  useEffect(() => {
    // The answer is a promise in newer browsers, and no cleanup.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  async function go(way: 'keep' | 'discard') {
    setLoading(way)
    // The call reports the refusal; the notice stays for a retry.
    await onGoOn(way === 'keep').catch(() => setLoading(null))
  }

  return (
    <div ref={place} className="stale-notice">
      <Alert
        type="warning"
        showIcon
        title={say('staleTitle')}
        description={
          <>
            {changes.length > 0 ? (
              <ul style={{ paddingInlineStart: 20 }}>
                {changes.map((change) => (
                  <li key={change.field}>
                    <StaleLine change={change} />
                  </li>
                ))}
              </ul>
            ) : (
              <p>{say('staleSaved')}</p>
            )}
            <Space wrap>
              <Button type="primary" loading={loading === 'keep'} onClick={() => void go('keep')}>
                {say('staleKeep')}
              </Button>
              <Button danger loading={loading === 'discard'} onClick={() => void go('discard')}>
                {say('staleDiscard')}
              </Button>
            </Space>
          </>
        }
      />
    </div>
  )
}

function StaleLine({ change }: { change: StaleChange }) {
  const say = useShellWords()
  const { label, before, after } = change
  const values = { who: change.by ?? say('system'), when: dateTime(change.at), label }
  return before === null || after === null
    ? say('staleField', values)
    : say('staleValue', { ...values, before, after })
}
