import { useSyncExternalStore } from 'react'
import { clearMishaps, currentMishaps, type Mishap, onMishaps } from '../errorLog.ts'
import { dateTime } from '../format.ts'
import { relativeTime } from '../howLong.ts'
import { Button } from '../kit/Button.tsx'
import { Sheet } from '../kit/Sheet.tsx'
import { copyText } from './clipboard.ts'
import { useShellWords } from './words.ts'

function written(mishap: Mishap): string {
  const { at, text, place, traceId, stack } = mishap
  return [new Date(at).toISOString(), place, text, traceId, stack].filter(Boolean).join('\n')
}

/** What went wrong in this window, to read, to hand on, and to clear. */
export function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  const say = useShellWords()
  const mishaps = useSyncExternalStore(onMishaps, currentMishaps)
  return (
    <Sheet open onClose={onClose} title={say('errorLog')}>
      {mishaps.length === 0 ? (
        <p className="k-muted">{say('errorLogEmpty')}</p>
      ) : (
        <>
          <ol className="shell-errors">
            {mishaps.map((mishap) => (
              <li key={mishap.id}>
                <b>{mishap.text}</b>
                <span className="k-small k-muted">
                  {say(mishap.kind === 'call' ? 'failedCall' : 'failedPage')} <code>{mishap.place}</code>
                </span>
                <span className="k-small k-muted" title={dateTime(mishap.at)}>
                  {relativeTime(mishap.at)}
                </span>
                {mishap.traceId && (
                  <span className="k-small">
                    {say('trace')} <code>{mishap.traceId}</code>
                  </span>
                )}
                <Button kind="quiet" onClick={() => void copyText(written(mishap), say('copied'))}>
                  {say('copy')}
                </Button>
              </li>
            ))}
          </ol>
          <div className="shell-row">
            <Button onClick={() => void copyText(mishaps.map(written).join('\n\n'), say('copied'))}>
              {say('copyAll')}
            </Button>
            <Button kind="danger" onClick={clearMishaps}>
              {say('clear')}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  )
}
