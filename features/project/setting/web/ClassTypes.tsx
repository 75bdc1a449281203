import Card from 'antd/es/card'
import Input from 'antd/es/input'
import Space from 'antd/es/space'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { OrderedRows } from '../../../../web/shell/control/OrderedRows.tsx'
import { useUnsaved } from '../../../../web/shell/view/unsaved.ts'
import { useBilingual } from '../../../../web/words.ts'
import type { ClassType, Settings } from '../../contract.ts'
import { defaultSettings } from '../../rules.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import './Setting.css'
import { useSettingPageWords } from './words.ts'

interface Row extends ClassType {
  open: boolean
}

/** Those shown in their order, then those the product knows and the project does not show. */
function rowsOf(shown: readonly ClassType[]): Row[] {
  const closed = defaultSettings.showClassType.filter((type) => !shown.some(({ key }) => key === type.key))
  return [
    ...shown.map((type) => ({ ...type, open: true })),
    ...closed.map((type) => ({ ...type, open: false })),
  ]
}
const shownOf = (rows: readonly Row[]): ClassType[] =>
  rows.filter((row) => row.open).map(({ open: _open, ...type }) => type)

/** Names, order and which class types are shown; moved by dragging or with the arrows beside them. */
export function ClassTypes({ values, seen }: { values: Settings; seen: number }) {
  const say = useSettingPageWords()
  const pick = useBilingual()
  const [rows, setRows] = useState(() => rowsOf(values.showClassType))
  const [reviewing, setReviewing] = useState(false)
  const shown = shownOf(rows)
  const isChanged = JSON.stringify(shown) !== JSON.stringify(values.showClassType)
  useUnsaved(isChanged)

  const write = (i: number, change: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === i ? { ...row, ...change } : row)))
  function review() {
    if (shown.length === 0) return notify('error', say('typeLast'))
    const blank = rows.findIndex((row) => row.open && (row.name.trim() === '' || row.nameEn.trim() === ''))
    if (blank < 0) return setReviewing(true)
    notify('error', say('typeBlank'))
    document.getElementById(`class-type-${rows[blank]!.key}`)?.focus()
  }

  return (
    <Card size="small">
      <p className="setting-help">{say('typesLead')}</p>
      <OrderedRows
        className="setting-types k-stack k-gap-2 k-list"
        rows={rows}
        onChange={setRows}
        labelOf={(row, way) =>
          say(way === 'up' ? 'typeUp' : 'typeDown', { name: pick(row.name, row.nameEn) })
        }
        isOff={(row) => !row.open}
      >
        {(row, i) => {
          const name = pick(row.name, row.nameEn)
          return (
            <>
              <Input
                id={`class-type-${row.key}`}
                aria-label={`${say('typeName')} ${row.key}`}
                maxLength={20}
                value={row.name}
                onChange={(event) => write(i, { name: event.target.value })}
              />
              <Input
                aria-label={`${say('typeNameEn')} ${row.key}`}
                maxLength={40}
                value={row.nameEn}
                onChange={(event) => write(i, { nameEn: event.target.value })}
              />
              <code>{row.path}</code>
              <Switch
                aria-label={`${say('typeShown')} ${name}`}
                checkedChildren={say('typeShown')}
                checked={row.open}
                onChange={(open) => write(i, { open })}
              />
            </>
          )
        }}
      </OrderedRows>
      {isChanged && (
        <div className="setting-bar k-cluster k-split k-box" role="status">
          <span>{say('changesCount', { count: 1 })}</span>
          <Space>
            <Button onClick={() => setRows(rowsOf(values.showClassType))}>{say('discard')}</Button>
            <Button type="primary" onClick={review}>
              {say('review')}
            </Button>
          </Space>
        </div>
      )}
      {reviewing && (
        <ReviewDialog
          changes={{ showClassType: shown }}
          seen={seen}
          onClose={() => setReviewing(false)}
          onSaved={(isPending) => {
            setReviewing(false)
            if (isPending) setRows(rowsOf(values.showClassType))
          }}
        />
      )}
    </Card>
  )
}
