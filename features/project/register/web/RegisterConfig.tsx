import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Space from 'antd/es/space'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { ask } from '../../../../web/shell/ask.ts'
import { useUnsaved } from '../../../../web/shell/unsaved.ts'
import { useBilingual } from '../../../../web/words.ts'
import { type CountedField, registerConfigCalls } from '../contract.ts'
import { fixedFields, profileField, type RegisterField } from '../rules.ts'
import { FormPreview } from './FormPreview.tsx'
import './RegisterConfig.css'
import { useRegisterConfigWords } from './words.ts'

const isFixed = (key: string) => fixedFields.some((fixed) => fixed === key)
const askedOf = (fields: readonly CountedField[]): RegisterField[] =>
  fields.flatMap(({ key, required }) => (required === null ? [] : [{ key, required }]))

/** What the project asks of its learners: which fields, which of them have to be given, and their order. */
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
  const [dragged, setDragged] = useState<number | null>(null)
  const save = useAction(registerConfigCalls.updateRegisterConfig, {
    onDone: () => notify('success', say('saved')),
  })
  const asked = askedOf(rows)
  const isChanged = JSON.stringify(asked) !== JSON.stringify(askedOf(fields))
  useUnsaved(isChanged)
  const wasRequired = new Set(askedOf(fields).flatMap(({ key, required }) => (required ? [key] : [])))
  const felt = rows.filter((row) => row.required && !wasRequired.has(row.key) && row.lacking > 0)

  const write = (i: number, required: boolean | null) =>
    setRows(rows.map((row, at) => (at === i ? { ...row, required } : row)))
  function move(from: number, to: number) {
    const next = rows.toSpliced(from, 1)
    next.splice(to, 0, rows[from]!)
    setRows(next)
  }
  async function submit() {
    const text = felt
      .map(({ key, lacking }) => say('lackLine', { name: pick(...profileField(key).name), count: lacking }))
      .join(' ')
    const question = {
      title: say('saveAsk'),
      text: text || say('saveFelt'),
      yes: say('save'),
      no: say('cancel'),
    }
    if (await ask(question)) save.mutate({ version, fields: asked })
  }

  return (
    <div className="register-config">
      <Card size="small" title={say('fields')}>
        <p className="setting-help">{say('lead', { learners })}</p>
        <ol className="register-fields">
          {rows.map((row, i) => {
            const name = pick(...profileField(row.key).name)
            const fixed = isFixed(row.key)
            return (
              <li key={row.key}>
                <div
                  draggable
                  data-off={row.required === null || undefined}
                  data-over={dragged === i || undefined}
                  onDragStart={() => setDragged(i)}
                  onDragEnd={() => setDragged(null)}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={(event) => {
                    event.preventDefault()
                    if (dragged !== null) move(dragged, i)
                    setDragged(null)
                  }}
                >
                  <Space size={4}>
                    <Button
                      size="small"
                      aria-label={say('up', { name })}
                      disabled={i === 0}
                      onClick={() => move(i, i - 1)}
                    >
                      ↑
                    </Button>
                    <Button
                      size="small"
                      aria-label={say('down', { name })}
                      disabled={i === rows.length - 1}
                      onClick={() => move(i, i + 1)}
                    >
                      ↓
                    </Button>
                  </Space>
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
                </div>
              </li>
            )
          })}
        </ol>
        <div className="setting-bar">
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
        <FormPreview fields={asked} />
      </Card>
    </div>
  )
}
