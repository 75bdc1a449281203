import { Suspense } from 'react'
import BannerListPage from '../features/banner/web/BannerListPage.tsx'
import { useBannerWords } from '../features/banner/web/words.ts'
import { NoticeTable } from '../features/notice/web/NoticeTable.tsx'
import { useNoticeWords } from '../features/notice/web/words.ts'
import { Skeleton } from '../web/kit/Loaded.tsx'
import { Tabs } from '../web/kit/Tabs.tsx'
import { usePart } from '../web/shell/view/usePart.ts'

const parts = ['banners', 'notices'] as const

/** /account-manage/banner-list: what the portal's pages show besides the catalogue: banners and notices. */
export default function BannersPage() {
  const say = useNoticeWords()
  const banners = useBannerWords()('banners')
  const [part, show] = usePart(parts)
  return (
    <Tabs
      label={say('portalParts')}
      value={part}
      onChange={show}
      tabs={[
        { key: 'banners', label: banners },
        { key: 'notices', label: say('notices') },
      ]}
    >
      <div className="k-tab-part">
        <Suspense fallback={<Skeleton lines={6} />}>
          {part === 'banners' ? <BannerListPage /> : <NoticeTable />}
        </Suspense>
      </div>
    </Tabs>
  )
}
