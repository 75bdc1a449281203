import Card from 'antd/es/card'
import Space from 'antd/es/space'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { confirm } from '../../../../web/shell/view/confirm.ts'
import { OrderedRows } from '../../../../web/shell/control/OrderedRows.tsx'
import { useUnsaved } from '../../../../web/shell/view/unsaved.ts'
import { useBilingual } from '../../../../web/words.ts'
import { type CountedField, registerConfigCalls } from '../contract.ts'
import { fixedFields, profileField, type RegisterField } from '../rules.ts'
import { FormPreview } from './FormPreview.tsx'
import './RegisterConfig.css'
import { useRegisterConfigWords } from './words.ts'

const isFixed = (key: string) => fixedFields.some((fixed) => fixed === key)
const registerFieldsOf = (fields: readonly CountedField[]): RegisterField[] =>
  fields.flatMap(({ key, required }) => (required === null ? [] : [{ key, required }]))

/** The registration form of the project: its fields, which of them are required, and their order. */
export function RegisterConfig() {
  const query = useCall(registerConfigCalls.listRegisterConfig, {}, { staleTime: 0 })
  return <Loaded query={query}>{(config) => <Editor key={config.version} {...config} />}</Loaded>
}

function Editor({
  version,
  learners,
  fields,
}: {
  version: number
  learners: number
  fields: CountedField[]
}) {
  const say = useRegisterConfigWords()
  const pick = useBilingual()
  const [rows, setRows] = useState(fields)
  const save = useAction(registerConfigCalls.updateRegisterConfig, {
    onDone: () => notify('success', say('saved')),
  })
  const chosen = registerFieldsOf(rows)
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(registerFieldsOf(fields))
  useUnsaved(isChanged)
  const wasRequired = new Set(
    registerFieldsOf(fields).flatMap(({ key, required }) => (required ? [key] : [])),
  )
  const felt = rows.filter((row) => row.required && !wasRequired.has(row.key) && row.lacking > 0)

  const nameOf = (row: CountedField) => pick(...profileField(row.key).name)
  const write = (i: number, required: boolean | null) =>
    setRows(rows.map((row, at) => (at === i ? { ...row, required } : row)))
  async function submit() {
    const text = felt
      .map(({ key, lacking }) => say('lackLine', { name: pick(...profileField(key).name), count: lacking }))
      .join(' ')
    const question = {
      title: say('saveConfirm'),
      text: text || say('saveFelt'),
      yes: say('save'),
      no: say('cancel'),
    }
    if (await confirm(question)) save.mutate({ version, fields: chosen })
  }

  return (
    <div className="register-config k-grid k-gap-4">
      <Card size="small" title={say('fields')}>
        <p className="setting-help">{say('lead', { learners })}</p>
        <OrderedRows
          className="register-fields k-list"
          rows={rows}
          onChange={setRows}
          labelOf={(row, way) => say(way, { name: nameOf(row) })}
          isOff={(row) => row.required === null}
        >
          {(row, i) => {
            const name = nameOf(row)
            const fixed = isFixed(row.key)
            return (
              <>
                <span className="register-name">
                  {name}
                  <small>{fixed ? say('fixed') : say('lacking', { count: row.lacking })}</small>
                </span>
                <Switch
                  aria-label={say('shownOf', { name })}
                  checkedChildren={say('shown')}
                  unCheckedChildren={say('hidden')}
                  disabled={fixed}
                  checked={row.required !== null}
                  onChange={(shown) => write(i, shown ? false : null)}
                />
                <Switch
                  aria-label={say('requiredOf', { name })}
                  checkedChildren={say('required')}
                  unCheckedChildren={say('optional')}
                  disabled={fixed || row.required === null}
                  checked={row.required === true}
                  onChange={(required) => write(i, required)}
                />
              </>
            )
          }}
        </OrderedRows>
        <div className="setting-bar k-cluster k-split k-box">
          <span role="status">{isChanged ? say('unsaved') : ''}</span>
          <Space>
            <Button disabled={!isChanged} onClick={() => setRows(fields)}>
              {say('discard')}
            </Button>
            <Button
              type="primary"
              disabled={!isChanged}
              loading={save.isPending}
              onClick={() => void submit()}
            >
              {say('save')}
            </Button>
          </Space>
        </div>
      </Card>
      <Card size="small" title={say('preview')}>
        <FormPreview fields={chosen} />
      </Card>
    </div>
  )
}
