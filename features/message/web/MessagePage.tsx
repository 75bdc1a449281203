import Tabs from 'antd/es/tabs'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { DeliveryTable } from './DeliveryTable.tsx'
import { KindTable } from './KindTable.tsx'
import { LimitsForm } from './LimitsForm.tsx'
import { useMessageWords } from './words.ts'

const tabs = ['kinds', 'limits', 'log'] as const
const filters = ['page', 'kind', 'channel', 'status', 'recipient']

/** /project-manage/message: by what each kind of message is sent, how much may be sent, and what became of it. */
export default function MessagePage() {
  const say = useMessageWords()
  const [address, change] = useUrlState()
  const tab = tabs.find((known) => known === address.tab) ?? 'kinds'
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(next) => change({ ...Object.fromEntries(filters.map((name) => [name, null])), tab: next })}
        items={tabs.map((key) => ({ key, label: say(key) }))}
      />
      {tab === 'kinds' ? <KindTable /> : tab === 'limits' ? <LimitsForm /> : <DeliveryTable />}
    </>
  )
}
