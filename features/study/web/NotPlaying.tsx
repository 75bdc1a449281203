import { ButtonLink } from '../../../web/kit/Button.tsx'
import { ServicePhone } from '../../project/web/ServicePhone.tsx'
import { Stopped, TryAgain } from './Overlays.tsx'
import type { Lease } from './useLease.ts'
import { useStudyWords } from './words.ts'

/** Replaces the player while nothing plays: opening, another window, closed, unreachable, unplayable. */
export function NotPlaying({
  lease,
  mayTakeOver,
  failures,
}: {
  lease: Lease
  mayTakeOver: boolean
  /** Number of times in a row the video could not be played. */
  failures: number
}) {
  const say = useStudyWords()
  const { phase, error, busy, putBack, reopen } = lease
  const message = error?.message
  if (phase === 'elsewhere') {
    return (
      <Stopped title={say(message ? 'open' : 'elsewhere')} message={message ?? say('elsewhereHint')}>
        {mayTakeOver ? (
          <TryAgain label={say('takeOver')} busy={busy} onTry={reopen} />
        ) : (
          <TryAgain label={say('tryAgain')} seconds={10} busy={busy} onTry={reopen} />
        )}
      </Stopped>
    )
  }
  if (phase === 'closed') {
    return (
      <Stopped
        title={say('closed')}
        message={message ?? say(putBack === 'expired' ? 'closedExpired' : 'closedHint')}
      >
        <p>
          {say('askDesk')} <ServicePhone />
        </p>
        <TryAgain label={say('tryAgain')} busy={busy} onTry={reopen} />
        <ButtonLink kind="quiet" to="/classCenter">
          {say('toClasses')}
        </ButtonLink>
      </Stopped>
    )
  }
  if (phase === 'failed') {
    return (
      <Stopped title={say('notOpened')} message={error?.respCode ? error.message : say('notOpenedHint')}>
        <TryAgain label={say('retry')} seconds={10} busy={busy} onTry={reopen} />
      </Stopped>
    )
  }
  if (failures > 0) {
    return (
      <Stopped title={say('playFailed')} message={say('playFailedHint')}>
        <TryAgain label={say('retry')} seconds={Math.min(60, 4 * 2 ** failures)} busy={busy} onTry={reopen} />
      </Stopped>
    )
  }
  return (
    <div className="study-player">
      <div className="picture">
        <p className="veil buffering">{say('loading')}</p>
      </div>
      <div className="controls" />
    </div>
  )
}
