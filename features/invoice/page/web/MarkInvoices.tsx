import Form from 'antd/es/form'
import Input from 'antd/es/input'
import type { BatchResult } from '../../../../contract/selection.ts'
import { useAction } from '../../../../web/client.ts'
import { today } from '../../../../web/dayStart.ts'
import type { Selected } from '../../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { issueCalls, type ManagedInvoice } from '../../issue/contract.ts'
import { mostPasted, type PastedNumber, pastedNumbers } from './pastedNumbers.ts'
import './Invoice.css'
import { useOfficeWords } from './officeWords.ts'
import { useInvoiceWords } from './words.ts'

interface Fields {
  day: string
  text: string
}

/** Request numbers that are named where one has no number. */
const named = 5

/** Rows of the pasted text that are drawn: those with a fault first. */
const drawnRows = 100

/** Records the chosen invoices that were issued at the tax bureau, with numbers pasted from a sheet, each row checked. */
export default function MarkInvoices({
  selected,
  rows,
  onResult,
  onClose,
}: {
  selected: Selected
  /** The ticked ones; none where all that match are chosen. */
  rows: readonly ManagedInvoice[]
  onResult: (result: BatchResult) => void
  onClose: () => void
}) {
  const say = useOfficeWords()
  const mark = useAction(issueCalls.markAll, { quiet: true })
  const [form] = Form.useForm<Fields>()
  const known = 'ids' in selected.selection ? new Set(rows.map(({ applyNo }) => applyNo)) : null
  const pasted = pastedNumbers(Form.useWatch('text', form) ?? '', known)
  const wrong = pasted.filter(({ fault }) => fault !== null)
  const given = new Set(pasted.map(({ applyNo }) => applyNo))
  const missing = pasted.length === 0 ? [] : rows.filter(({ applyNo }) => !given.has(applyNo))
  const isTooMany = pasted.length > mostPasted
  return (
    <FormDialog<Fields, BatchResult>
      name="mark-invoices"
      size="middle"
      title={say('markManyTitle', { count: selected.said })}
      submit={say('markMany')}
      form={form}
      isBlocked={pasted.length === 0 || wrong.length > 0 || isTooMany}
      values={{ day: today(), text: '' }}
      inputs={{ numbers: 'text' }}
      onSave={({ day }) =>
        mark.mutateAsync({
          ...selected.selection,
          day,
          numbers: pasted.map(({ applyNo, number }) => ({ applyNo, number })),
        })
      }
      onSaved={(result) => {
        onClose()
        onResult(result)
      }}
      onClose={onClose}
    >
      <p>{say('markManyHint')}</p>
      <Form.Item name="day" label={say('day')} rules={[{ required: true }]}>
        <Input type="date" max={today()} />
      </Form.Item>
      <Form.Item name="text" label={say('pasted')}>
        <Input.TextArea className="invoice-paste" autoSize={{ minRows: 4, maxRows: 8 }} spellCheck={false} />
      </Form.Item>
      <div aria-live="polite">
        {isTooMany && <p className="k-bad">{say('tooManyRows', { limit: mostPasted })}</p>}
        {pasted.length > 0 && (
          <p className={wrong.length > 0 ? 'k-bad' : ''}>
            {wrong.length > 0
              ? say('pastedWrong', { count: wrong.length })
              : say('pastedRight', { count: pasted.length })}
          </p>
        )}
        {missing.length > 0 && (
          <p className="k-warn">
            {say('missingRows', {
              count: missing.length,
              names: missing
                .slice(0, named)
                .map(({ applyNo }) => applyNo)
                .join(say('comma')),
            })}
          </p>
        )}
      </div>
      {pasted.length > 0 && (
        <Checked
          rows={[...wrong, ...pasted.filter(({ fault }) => fault === null)].slice(0, drawnRows)}
          titles={new Map(rows.map(({ applyNo, titleName }) => [applyNo, titleName]))}
        />
      )}
    </FormDialog>
  )
}

function Checked({ rows, titles }: { rows: readonly PastedNumber[]; titles: ReadonlyMap<string, string> }) {
  const say = useOfficeWords()
  const ofInvoice = useInvoiceWords()
  return (
    <div className="invoice-checked">
      <table>
        <thead>
          <tr>
            <th scope="col">{say('rowNo')}</th>
            <th scope="col">{ofInvoice('applyNo')}</th>
            <th scope="col">{ofInvoice('number')}</th>
            <th scope="col">{say('check')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, applyNo, number, fault }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{applyNo}</td>
              <td>{number}</td>
              <td className={fault ? 'k-bad' : ''}>
                {fault
                  ? say(`row_${fault}`, { count: number.length })
                  : (titles.get(applyNo) ?? say('rowRight'))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
