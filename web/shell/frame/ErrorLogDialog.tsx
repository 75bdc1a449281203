import { useSyncExternalStore } from 'react'
import { clearErrors, currentErrors, type ErrorEntry, onErrors } from '../../errorLog.ts'
import { dateTime } from '../../format.ts'
import { relativeTime } from '../../howLong.ts'
import { Button } from '../../kit/Button.tsx'
import { Sheet } from '../../kit/Sheet.tsx'
import { copyText } from '../control/clipboard.ts'
import { useShellWords } from '../words.ts'

function written(entry: ErrorEntry): string {
  const { at, text, place, traceId, stack } = entry
  return [new Date(at).toISOString(), place, text, traceId, stack].filter(Boolean).join('\n')
}

/** Dialog with the errors of this window, to read, to hand on, and to clear. */
export function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  const say = useShellWords()
  const entries = useSyncExternalStore(onErrors, currentErrors)
  return (
    <Sheet open onClose={onClose} title={say('errorLog')}>
      {entries.length === 0 ? (
        <p className="k-muted">{say('errorLogEmpty')}</p>
      ) : (
        <>
          <ol className="shell-errors k-stack k-list">
            {entries.map((entry) => (
              <li key={entry.id}>
                <b>{entry.text}</b>
                <span className="k-small k-muted">
                  {say(entry.kind === 'call' ? 'failedCall' : 'failedPage')} <code>{entry.place}</code>
                </span>
                <span className="k-small k-muted" title={dateTime(entry.at)}>
                  {relativeTime(entry.at)}
                </span>
                {entry.traceId && (
                  <span className="k-small">
                    {say('trace')} <code>{entry.traceId}</code>
                  </span>
                )}
                <Button kind="quiet" onClick={() => void copyText(written(entry), say('copied'))}>
                  {say('copy')}
                </Button>
              </li>
            ))}
          </ol>
          <div className="shell-row">
            <Button onClick={() => void copyText(entries.map(written).join('\n\n'), say('copied'))}>
              {say('copyAll')}
            </Button>
            <Button kind="danger" onClick={clearErrors}>
              {say('clear')}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  )
}
