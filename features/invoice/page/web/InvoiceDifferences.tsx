import { useState } from 'react'
import { money } from '../../../../web/format.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { issueCalls, issueExports, type InvoiceDifference } from '../../issue/contract.ts'
import { useBilingual } from '../../../../web/words.ts'
import { differenceNames } from '../../issue/rules.ts'
import { useFigureWords } from './figureWords.ts'
import { useInvoiceWords } from './words.ts'

const SettleInvoiceDifference = dialogPart(() => import('./SettleInvoiceDifference.tsx'))

/** Invoices that the tax bureau and the books have otherwise than each other. */
export function InvoiceDifferences() {
  const say = useFigureWords()
  const ofInvoice = useInvoiceWords()
  const either = useBilingual()
  const [, change] = useUrlState()
  const maySettle = useMay(issueCalls.settleDifference)
  const [settled, setSettled] = useState<InvoiceDifference | null>(null)
  const sum = (fen: number | null) => (fen === null ? say('none') : money(fen))
  return (
    <>
      <CrudTable
        call={issueCalls.findDifferences}
        exportCall={issueExports.exportDifferences}
        empty={say('noDifferences')}
        emptyFiltered={say('noDifferences')}
        filters={[
          {
            name: 'open',
            label: say('settlement'),
            kind: 'select',
            options: [
              { value: 'true', label: say('isOpen') },
              { value: 'false', label: say('isSettled') },
            ],
            meant: (text) => text === 'true',
          },
        ]}
        columns={[
          { key: 'day', title: say('differenceDay'), card: 'title', width: 120, dataIndex: 'day' },
          {
            key: 'kind',
            title: say('difference'),
            card: 'line',
            width: 260,
            render: (_, row) => (
              <>
                {either(differenceNames[row.kind].zh, differenceNames[row.kind].en)}{' '}
                {row.settledAt === null && <Tag color="orange">{say('isOpen')}</Tag>}
              </>
            ),
          },
          {
            key: 'number',
            title: ofInvoice('number'),
            whole: true,
            card: 'line',
            render: (_, row) => <CopyText text={row.number} name={ofInvoice('number')} />,
          },
          {
            key: 'applyNo',
            title: ofInvoice('applyNo'),
            card: 'line',
            render: (_, row) =>
              row.invoiceId ? (
                <Button type="link" size="small" onClick={() => change({ invoice: row.invoiceId })}>
                  {row.applyNo}
                </Button>
              ) : (
                say('none')
              ),
          },
          {
            key: 'issued',
            title: say('issuedSum'),
            align: 'right',
            card: 'line',
            render: (_, row) => sum(row.issued),
          },
          {
            key: 'booked',
            title: say('bookedSum'),
            align: 'right',
            card: 'line',
            render: (_, row) => sum(row.booked),
          },
          { key: 'reason', title: say('settledWith'), width: 220, dataIndex: 'reason' },
          { key: 'settledBy', title: say('settledBy'), dataIndex: 'settledBy' },
          { key: 'settledAt', title: say('settledAt'), render: (_, row) => <When at={row.settledAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  maySettle &&
                    row.settledAt === null && {
                      key: 'settle',
                      label: say('settle'),
                      onClick: () => setSettled(row),
                    },
                ]}
              />
            ),
          },
        ]}
      />
      {settled && <SettleInvoiceDifference difference={settled} onClose={() => setSettled(null)} />}
    </>
  )
}
