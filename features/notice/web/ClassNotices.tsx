import { useCall } from '../../../web/client.ts'
import { noticeCalls } from '../contract.ts'
import { NoticeLines } from './NoticeLines.tsx'
import { useNoticeReaderWords } from './readerWords.ts'

/** The announcements of a class for a learner who is in it; nothing where there are none. */
export function ClassNotices({ classId }: { classId: string }) {
  const say = useNoticeReaderWords()
  const { data } = useCall(noticeCalls.findClassList, { classId }, { staleTime: 60_000 })
  if (!data || data.length === 0) return null
  return (
    <section className="k-card padded k-stack k-gap-3" aria-label={say('announcements')}>
      <h2>{say('announcements')}</h2>
      <NoticeLines notices={data} />
    </section>
  )
}
