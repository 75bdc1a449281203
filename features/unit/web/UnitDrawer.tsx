import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Space from 'antd/es/space'
import { useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { unitCalls, type UnitDetail } from '../contract.ts'
import { CodeSelect } from './CodeSelect.tsx'
import { type Fields, formOf, inputOf } from './formValues.ts'
import { InvoiceFields } from './InvoiceFields.tsx'
import './Unit.css'
import { useUnitRules } from './unitRules.ts'
import { UnitPicker } from './UnitPicker.tsx'
import { useUnitWords } from './words.ts'

/** What is written: a known unit by its id, or a new one below another or at the top. */
export type Written = { unitId: string } | { parent: { id: string; name: string } | null }

/** Writes a unit; asks before changes are lost. */
export function UnitDrawer({
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
  const guard = useGuardedForm(onClose)
  const unitId = 'unitId' in written ? written.unitId : null
  const query = useCall(
    unitCalls.getUnitDetail,
    { unitId: unitId! },
    { enabled: unitId !== null, staleTime: 0 },
  )
  const known = unitId === null ? null : query.data
  const title =
    'unitId' in written
      ? say('editTitle', { name: query.data?.name ?? '' })
      : written.parent
        ? say('newBelow', { name: written.parent.name })
        : say('newTitle')
  return (
    <Drawer open onClose={guard.leave} size="min(720px, 100vw)" title={title} destroyOnHidden>
      {query.isError && !query.data && (
        <Result
          status="error"
          title={say('failed')}
          subTitle={query.error.message}
          extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
        />
      )}
      {known === undefined && !query.isError && <Skeleton active paragraph={{ rows: 10 }} />}
      {known !== undefined && (
        <UnitForm
          unit={known}
          parent={'parent' in written ? written.parent : null}
          isProvider={isProvider}
          onChange={guard.note}
          onCancel={guard.leave}
          onSaved={(saved) => {
            guard.forget()
            onClose()
            onSaved?.(saved)
          }}
        />
      )}
    </Drawer>
  )
}

function UnitForm({
  unit,
  parent,
  isProvider,
  onChange,
  onCancel,
  onSaved,
}: {
  unit: UnitDetail | null
  parent: { id: string; name: string } | null
  isProvider: boolean
  onChange: () => void
  onCancel: () => void
  onSaved: (unitId: string) => void
}) {
  const say = useUnitWords()
  const rules = useUnitRules()
  const [form] = Form.useForm<Fields>()
  const save = useAction(unitCalls.saveUnit)

  function submit(fields: Fields) {
    save.mutate(inputOf(fields, unit, isProvider), {
      onSuccess: ({ unitId }) => {
        notify('success', say('saved', { name: fields.name ?? unit?.name ?? '' }))
        onSaved(unitId)
      },
      onError({ field, message }) {
        if (!field) return
        const name = field.split('.') as never
        form.setFields([{ name, errors: [message] }])
        form.scrollToField(name, { focus: true })
      },
    })
  }

  return (
    <Form<Fields>
      name="unit"
      form={form}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={unit ? formOf(unit) : { parentId: parent?.id }}
      onValuesChange={onChange}
      onFinish={submit}
    >
      {!isProvider && <Alert type="info" showIcon title={say('managerHint')} style={{ marginBottom: 16 }} />}
      <fieldset className="unit-form-section" disabled={!isProvider}>
        <legend>{say('facts')}</legend>
        <div className="unit-form-grid">
          <Form.Item name="name" label={say('name')} rules={rules.name} className="unit-wide">
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
            <Input maxLength={30} spellCheck={false} autoComplete="off" disabled={!isProvider} />
          </Form.Item>
          <Form.Item name="region" label={say('region')}>
            <CodeSelect kind="region" disabled={!isProvider} />
          </Form.Item>
          <Form.Item name="industry" label={say('industry')}>
            <CodeSelect kind="industry" disabled={!isProvider} />
          </Form.Item>
          {isProvider && (
            <Form.Item name="sort" label={say('sort')} extra={say('sortHint')}>
              <InputNumber min={0} max={1_000_000} precision={0} />
            </Form.Item>
          )}
        </div>
      </fieldset>
      <fieldset className="unit-form-section">
        <legend>{say('reach')}</legend>
        <div className="unit-form-grid">
          <Form.Item name="contact" label={say('contact')}>
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item name="phone" label={say('phone')} rules={rules.phone}>
            <Input maxLength={30} inputMode="tel" autoComplete="off" />
          </Form.Item>
          <Form.Item name="email" label={say('email')} rules={rules.email}>
            <Input maxLength={100} inputMode="email" autoComplete="off" />
          </Form.Item>
          <Form.Item name="address" label={say('address')}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
        </div>
      </fieldset>
      <InvoiceFields />
      <Space>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {say('save')}
        </Button>
        <Button onClick={onCancel}>{say('cancel')}</Button>
      </Space>
    </Form>
  )
}
