import { Suspense } from 'react'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { withAntd } from '../../../web/shell/form/withAntd.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { KindTable } from './KindTable.tsx'
import { useMessageWords } from './words.ts'

const LimitsForm = lazyPart(withAntd(() => import('./LimitsForm.tsx')))

const tabs = ['kinds', 'limits', 'log'] as const
const filters = ['page', 'kind', 'channel', 'status', 'recipient']

/** /project-manage/message: by what each kind of message is sent, how much may be sent, and what became of it. */
export default function MessagePage() {
  const say = useMessageWords()
  const [address, change] = useUrlState()
  const tab = tabs.find((known) => known === address.tab) ?? 'kinds'
  return (
    <Tabs
      label={say('messages')}
      value={tab}
      onChange={(next) => change({ ...Object.fromEntries(filters.map((name) => [name, null])), tab: next })}
      tabs={tabs.map((key) => ({ key, label: say(key) }))}
    >
      <div className="k-tab-part">
        <Suspense fallback={<Skeleton lines={6} />}>
          {tab === 'kinds' ? <KindTable /> : tab === 'limits' ? <LimitsForm /> : <DeliveryTable />}
        </Suspense>
      </div>
    </Tabs>
  )
}
