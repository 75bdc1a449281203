import { Button } from '../../../../web/kit/Button.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { useAttemptWords } from './words.ts'

/** The check before submitting: what is not answered, what is flagged, and what submitting means. */
export function SubmitSheet({
  open,
  busy,
  failure,
  all,
  unanswered,
  flags,
  onGo,
  onSubmit,
  onClose,
}: {
  open: boolean
  busy: boolean
  failure: string | null
  all: number
  unanswered: readonly number[]
  flags: readonly number[]
  onGo: (no: number) => void
  onSubmit: () => void
  onClose: () => void
}) {
  const say = useAttemptWords()
  return (
    <Sheet open={open} onClose={onClose} title={say('submitTitle')}>
      <div className="exam-submit k-stack k-gap-4">
        {unanswered.length === 0 ? (
          <p>{say('submitAll', { all })}</p>
        ) : (
          <Numbers text={say('submitOpen', { count: unanswered.length })} numbers={unanswered} onGo={onGo} />
        )}
        {flags.length > 0 && (
          <Numbers text={say('submitFlagged', { count: flags.length })} numbers={flags} onGo={onGo} />
        )}
        <p className="k-muted">{say('submitAfter')}</p>
        {failure !== null && (
          <p className="k-bad" role="alert">
            {say('submitFailed', { reason: failure })}
          </p>
        )}
        <div className="k-cluster k-gap-3 k-end">
          <Button onClick={onClose}>{say('submitBack')}</Button>
          <Button kind="main" busy={busy} onClick={onSubmit}>
            {say('submitNow')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

function Numbers({
  text,
  numbers,
  onGo,
}: {
  text: string
  numbers: readonly number[]
  onGo: (no: number) => void
}) {
  const say = useAttemptWords()
  return (
    <div>
      <p>{text}</p>
      <div className="numbers k-cluster">
        {numbers.map((no) => (
          <button
            key={no}
            type="button"
            className="k-chip"
            aria-label={say('number', { no })}
            onClick={() => onGo(no)}
          >
            {no}
          </button>
        ))}
      </div>
    </div>
  )
}
