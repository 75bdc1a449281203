import { useSyncExternalStore } from 'react'
import { onToken, whyEnded } from '../../../web/token.ts'
import '../../session/web/Session.css'

/** The reason the session that was open here ended, for anyone who was away when it was shown. */
export function EndedNotice() {
  const why = useSyncExternalStore(onToken, whyEnded)
  return why === null ? null : (
    <p className="session-notice session-ended" role="status">
      {why}
    </p>
  )
}
