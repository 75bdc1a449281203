import { type ComponentType, Suspense } from 'react'
import { Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Tabs } from '../../../../web/kit/Tabs.tsx'
import { lazyPart } from '../../../../web/lazyPart.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { usePart } from '../../../../web/shell/view/usePart.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { issueCalls } from '../../issue/contract.ts'
import './Invoice.css'
import { ManagedInvoices } from './ManagedInvoices.tsx'
import { ProviderLine } from './ProviderLine.tsx'
import { useOfficeWords } from './officeWords.ts'

const InvoiceDrawer = dialogPart(() => import('./InvoiceDrawer.tsx'))
const InvoiceStatistics = lazyPart(async () => ({
  default: (await import('./InvoiceStatistics.tsx')).InvoiceStatistics,
}))
const UnitPool = lazyPart(async () => ({ default: (await import('./UnitPool.tsx')).UnitPool }))
const InvoiceDifferences = lazyPart(async () => ({
  default: (await import('./InvoiceDifferences.tsx')).InvoiceDifferences,
}))

const officeParts = ['list', 'statistics', 'units'] as const
const parts = [...officeParts, 'differences'] as const
type Part = (typeof parts)[number]

const drawn: Readonly<Record<Part, ComponentType>> = {
  list: ManagedInvoices,
  statistics: InvoiceStatistics,
  units: UnitPool,
  differences: InvoiceDifferences,
}

/** /invoice-manage/invoice-list: invoices to issue, what was issued and reversed, its sums, and what does not agree. */
export default function InvoiceListPage() {
  const say = useOfficeWords()
  const [state, change] = useUrlState()
  const maySettle = useMay(issueCalls.findDifferences)
  const shown = maySettle ? parts : officeParts
  const [part, show] = usePart<Part>(shown)
  const Part = drawn[part]
  return (
    <>
      <ProviderLine />
      <Tabs
        label={say('parts')}
        value={part}
        tabs={shown.map((key) => ({ key, label: say(`part_${key}`) }))}
        onChange={show}
      >
        <div className="invoice-part">
          <Suspense fallback={<Skeleton lines={8} />}>
            <Part />
          </Suspense>
        </div>
      </Tabs>
      {state.invoice && (
        <InvoiceDrawer
          key={state.invoice}
          id={state.invoice}
          onOther={(id) => change({ invoice: id })}
          onClose={() => change({ invoice: null })}
        />
      )}
    </>
  )
}
