import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { send, useAction, useCall } from '../../../web/client.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { usePrintableRule } from '../../print/web/printable.ts'
import { unitCalls } from '../contract.ts'
import { CodeSelect } from './CodeSelect.tsx'
import { type Fields, formOf, inputOf } from './formValues.ts'
import { InvoiceFields } from './InvoiceFields.tsx'
import './Unit.css'
import { useUnitRules } from './unitRules.ts'
import { UnitPicker } from './UnitPicker.tsx'
import { useUnitWords } from './words.ts'

/** Unit that is written: a known one by its id, or a new one below another or at the top. */
export type Written = { unitId: string } | { parent: { id: string; name: string } | null }

/** Writes a unit. */
export default function UnitDrawer({
  written,
  isProvider,
  onClose,
  onSaved,
}: {
  written: Written
  isProvider: boolean
  onClose: () => void
  onSaved?: (unitId: string) => void
}) {
  const say = useUnitWords()
  const rules = useUnitRules()
  const printable = usePrintableRule()
  const unitId = 'unitId' in written ? written.unitId : null
  const parent = 'parent' in written ? written.parent : null
  const query = useCall(
    unitCalls.getUnitDetail,
    { unitId: unitId! },
    { enabled: unitId !== null, staleTime: 0 },
  )
  const unit = query.data ?? null
  const save = useAction(unitCalls.saveUnit, { quiet: true })

  async function load() {
    const found = await send(unitCalls.getUnitDetail, { unitId: unitId! })
    return { revision: found.version, values: formOf(found) }
  }

  return (
    <FormDrawer<Fields, { unitId: string }>
      name="unit"
      size="wide"
      title={
        unitId !== null
          ? say('editTitle', { name: unit?.name ?? '' })
          : parent
            ? say('newBelow', { name: parent.name })
            : say('newTitle')
      }
      query={unitId !== null && query}
      values={unit ? formOf(unit) : parent ? { parentId: parent.id } : {}}
      revised={unit && { revision: unit.version, load }}
      onSave={(fields, revision) =>
        save.mutateAsync(inputOf(fields, unit && { id: unit.id, version: revision! }, isProvider))
      }
      success={(_, { name = '' }) => say('saved', { name })}
      onSaved={(saved) => {
        onClose()
        onSaved?.(saved.unitId)
      }}
      onClose={onClose}
    >
      {!isProvider && <Alert type="info" showIcon title={say('managerHint')} style={{ marginBottom: 16 }} />}
      <fieldset className="unit-form-section k-box" disabled={!isProvider}>
        <legend>{say('basicInformation')}</legend>
        <div className="unit-form-grid">
          <Form.Item name="name" label={say('name')} rules={[...rules.name, printable]} className="unit-wide">
            <Input maxLength={100} disabled={!isProvider} />
          </Form.Item>
          {!unit && (
            <Form.Item name="parentId" label={say('parent')} className="unit-wide" extra={say('parentHint')}>
              <UnitPicker />
            </Form.Item>
          )}
          <Form.Item
            name="creditCode"
            label={say('creditCode')}
            extra={say('codeHint')}
            rules={rules.creditCode}
            validateTrigger="onBlur"
            className="unit-wide"
          >
            <Input spellCheck={false} autoComplete="off" disabled={!isProvider} />
          </Form.Item>
          <Form.Item name="region" label={say('region')}>
            <CodeSelect kind="region" disabled={!isProvider} />
          </Form.Item>
          <Form.Item name="industry" label={say('industry')}>
            <CodeSelect kind="industry" disabled={!isProvider} />
          </Form.Item>
          {isProvider && (
            <Form.Item name="sort" label={say('sortPosition')} extra={say('sortHint')}>
              <InputNumber min={0} max={1_000_000} precision={0} />
            </Form.Item>
          )}
        </div>
      </fieldset>
      <fieldset className="unit-form-section k-box">
        <legend>{say('reach')}</legend>
        <div className="unit-form-grid">
          <Form.Item name="contact" label={say('contact')}>
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item name="phone" label={say('phone')} rules={rules.phone}>
            <Input inputMode="tel" autoComplete="off" />
          </Form.Item>
          <Form.Item name="email" label={say('email')} rules={rules.email}>
            <Input inputMode="email" autoComplete="off" />
          </Form.Item>
          <Form.Item name="address" label={say('address')}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
        </div>
      </fieldset>
      <InvoiceFields />
    </FormDrawer>
  )
}
