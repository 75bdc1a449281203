import { useSyncExternalStore } from 'react'
import { currentNotices, dismiss, onNotices } from '../notice.ts'
import { useKitWords } from './words.ts'

/** Where notices appear, on the learner side and in the back office alike. */
export function Notices() {
  const say = useKitWords()
  const notices = useSyncExternalStore(onNotices, currentNotices)
  return (
    <div className="k-notices" aria-live="assertive">
      {notices.map((notice) => (
        <div
          key={notice.id}
          className={`k-notice ${notice.kind}`}
          role={notice.kind === 'error' ? 'alert' : 'status'}
        >
          <span>
            {notice.text}
            {notice.traceId &&
              !notice.text.includes(notice.traceId) &&
              ` (${say('reference', { traceId: notice.traceId })})`}
          </span>
          <button
            type="button"
            className="k-button quiet"
            aria-label={say('close')}
            onClick={() => dismiss(notice.id)}
          >
            ✕
          </button>
        </div>
      ))}
    </div>
  )
}
