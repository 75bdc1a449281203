import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { Pager } from '../../../web/kit/Pager.tsx'
import { visitedUnit } from '../../project/web/settings.ts'
import { noticeCalls } from '../contract.ts'
import { NoticeLines } from './NoticeLines.tsx'
import { useNoticeReaderWords } from './readerWords.ts'

const limit = 5

/** Question for the notices that are for the reader. */
export function useNotices(page = 1) {
  const unitId = visitedUnit()
  return useCall(
    noticeCalls.findFrontList,
    { page, limit, ...(unitId ? { unitId } : {}) },
    { keep: true, staleTime: 60_000 },
  )
}

/** The notices that are for the reader, read on page by page; nothing where there are none. */
export function Notices() {
  const say = useNoticeReaderWords()
  const [page, setPage] = useState(1)
  const { data } = useNotices(page)
  if (!data || data.total === 0) return null
  return (
    <section className="k-card padded k-stack k-gap-3" aria-label={say('notices')}>
      <h2>{say('notices')}</h2>
      <NoticeLines notices={data.list} />
      <Pager page={page} limit={limit} total={data.total} onPage={setPage} />
    </section>
  )
}
