import { invoiceKinds } from '../../../../contract/invoicing.ts'
import Card from 'antd/es/card'
import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import type { ReactNode } from 'react'
import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { isTaxCode, isTaxNo } from '../../../../contract/identity.ts'
import { normalizeCode, normalizeDigits } from '../../../../contract/normalize.ts'
import { useAction, useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { YuanInput } from '../../../../web/shell/control/YuanInput.tsx'
import { FormPage } from '../../../../web/shell/form/FormPage.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { ProposalNotice } from '../../../approval/web/ProposalNotice.tsx'
import { useProposed } from '../../../approval/web/useProposed.ts'
import { useSettings } from '../../../project/web/settings.ts'
import { type InvoiceConfig as Config, invoiceConfigCalls } from '../contract.ts'
import { useInvoiceConfigWords } from './words.ts'
import { taxPolicies } from './taxPolicies.ts'

type Provider = OutputOf<typeof invoiceConfigCalls.findInvoiceConfig>['provider']
type ProviderInput = InputOf<typeof invoiceConfigCalls.saveInvoiceProvider>

const required = (message: string) => ({ required: true, message })

/** A value that the form has as hundredths, shown as a whole with decimals. */
const inHundredths = {
  getValueProps: (value: number | undefined) => ({ value: value === undefined ? undefined : value / 100 }),
  normalize: (value: number | null) => (value === null ? undefined : Math.round(value * 100)),
}

/** A value that may be null, for a choice whose option for it is an empty text. */
const nullable = {
  getValueProps: (value: string | null | undefined) => ({ value: value ?? '' }),
  normalize: (value: string) => value || null,
}

/** Dated entries of a list in the form, each in a box of its own, with adding and removing. */
function DatedList({
  name,
  title,
  one,
  help,
  add,
  fresh,
  children,
}: {
  name: 'sellers' | 'taxLines'
  title: string
  /** Name of one of them. */
  one: string
  help: string
  add: string
  fresh: object
  children: (place: number) => ReactNode
}) {
  const say = useInvoiceConfigWords()
  return (
    <Form.Item label={title} extra={help}>
      <Form.List name={name}>
        {(fields, list) => (
          <div className="k-stack k-gap-3">
            {fields.map(({ key, name: place }) => (
              <Card
                key={key}
                size="small"
                type="inner"
                title={`${one} ${place + 1}`}
                extra={
                  <Button
                    aria-label={`${say('remove')} ${one} ${place + 1}`}
                    onClick={() => list.remove(place)}
                  >
                    {say('remove')}
                  </Button>
                }
              >
                {children(place)}
              </Card>
            ))}
            <Button block type="dashed" onClick={() => list.add(fresh)}>
              {add}
            </Button>
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}

/** Fields of a seller. */
function SellerInputs({ place }: { place: number }) {
  const say = useInvoiceConfigWords()
  const must = required(say('mustFill'))
  const line = (name: 'name' | 'address' | 'phone' | 'bank' | 'bankAccount' | 'drawer', max: number) => (
    <Form.Item
      name={[place, name]}
      label={say(name)}
      rules={name === 'name' || name === 'drawer' ? [must] : []}
    >
      <Input maxLength={max} />
    </Form.Item>
  )
  return (
    <>
      <Form.Item name={[place, 'from']} label={say('from')} rules={[must]}>
        <Input type="date" />
      </Form.Item>
      {line('name', 100)}
      <Form.Item
        name={[place, 'taxNo']}
        label={say('taxNo')}
        rules={[
          must,
          {
            validator: async (_, value: string) => {
              if (value && !isTaxNo(normalizeCode(value))) throw new Error(say('wrongTaxNo'))
            },
          },
        ]}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      {line('address', 100)}
      {line('phone', 30)}
      {line('bank', 100)}
      {line('bankAccount', 40)}
      {line('drawer', 20)}
    </>
  )
}

/** Fields of a tax line. */
function TaxLineInputs({ place }: { place: number }) {
  const say = useInvoiceConfigWords()
  const pick = useBilingual()
  const { showClassType } = useSettings()
  const must = required(say('mustFill'))
  return (
    <>
      <Form.Item name={[place, 'from']} label={say('from')} rules={[must]}>
        <Input type="date" />
      </Form.Item>
      <Form.Item name={[place, 'classType']} label={say('classType')} {...nullable}>
        <Select
          options={[
            { value: '', label: say('allTypes') },
            ...showClassType.map(({ key, name, nameEn }) => ({ value: key, label: pick(name, nameEn) })),
          ]}
        />
      </Form.Item>
      <Form.Item name={[place, 'category']} label={say('category')} rules={[must]}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name={[place, 'item']} label={say('item')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item
        name={[place, 'taxCode']}
        label={say('taxCode')}
        rules={[
          must,
          {
            validator: async (_, value: string) => {
              if (value && !isTaxCode(normalizeDigits(value))) throw new Error(say('wrongTaxCode'))
            },
          },
        ]}
      >
        <Input inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <Form.Item name={[place, 'rate']} label={say('rate')} rules={[must]} {...inHundredths}>
        <InputNumber min={0} max={17} precision={2} suffix="%" />
      </Form.Item>
      <Form.Item name={[place, 'policy']} label={say('policy')} {...nullable}>
        <Select
          options={[
            { value: '', label: say('noPolicy') },
            ...Object.entries(taxPolicies).map(([value, { zh, en }]) => ({
              value,
              label: `${value} ${pick(zh, en)}`,
            })),
          ]}
        />
      </Form.Item>
    </>
  )
}

const freshSeller = {
  from: '',
  name: '',
  taxNo: '',
  address: '',
  phone: '',
  bank: '',
  bankAccount: '',
  drawer: '',
}
const freshLine = {
  from: '',
  classType: null,
  item: '',
  taxCode: '3070201020000000000',
  category: '',
  rate: 300,
  policy: null,
}

/** Contract with the provider; a stored secret is never shown, and stays when its field is left empty. */
function ProviderForm({ provider }: { provider: Provider }) {
  const say = useInvoiceConfigWords()
  const save = useAction(invoiceConfigCalls.saveInvoiceProvider, { quiet: true })
  const [form] = Form.useForm<ProviderInput>()
  const chosen = Form.useWatch('provider', form) ?? provider.provider
  return (
    <FormPage<ProviderInput, null>
      name="config-invoice-provider"
      className="config-form"
      form={form}
      values={{ provider: provider.provider, ...(provider.appKey ? { appKey: provider.appKey } : {}) }}
      onlyChanged
      success={say('saved')}
      onSave={(given) =>
        save.mutateAsync(
          Object.fromEntries(
            Object.entries(given).filter(([, value]) => typeof value === 'string' && value !== ''),
          ) as ProviderInput,
        )
      }
    >
      <Form.Item name="provider" label={say('provider')}>
        <Select options={(['nuonuo', 'manual'] as const).map((value) => ({ value, label: say(value) }))} />
      </Form.Item>
      {chosen === 'nuonuo' && (
        <>
          <Form.Item name="appKey" label={say('appKey')} extra={provider.isDefault ? say('isDefault') : null}>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          {(['appSecret', 'token'] as const).map((name) => (
            <Form.Item key={name} name={name} label={say(name)} extra={say('kept')}>
              <Input.Password autoComplete="off" visibilityToggle={false} maxLength={200} />
            </Form.Item>
          ))}
        </>
      )}
    </FormPage>
  )
}

/** Settings for the invoices of the project: what is offered, sellers and tax lines by their days, and the provider. */
export function InvoiceConfig() {
  const say = useInvoiceConfigWords()
  const query = useCall(invoiceConfigCalls.findInvoiceConfig, {}, { staleTime: 0 })
  const proposed = useProposed()
  const save = useAction(invoiceConfigCalls.saveInvoiceConfig, { quiet: true })
  return (
    <Loaded query={query}>
      {({ content, version, provider }) => (
        <div className="setting-groups k-stack k-gap-4">
          <Card size="small" title={say('invoice')}>
            <p className="setting-help">{say('invoiceHelp')}</p>
            <ProposalNotice about={{ kind: 'sellerAccount' }} />
            <FormPage<Config, { approvalId: string } | null>
              name="config-invoice"
              className="config-form"
              values={content}
              revised={{
                revision: version,
                load: async () => {
                  const { data } = await query.refetch({ throwOnError: true })
                  return { revision: data!.version, values: data!.content }
                },
              }}
              onlyChanged
              success={say('saved')}
              onSave={async (given, revision) => {
                const proposal = await save.mutateAsync({ content: given, version: revision! })
                if (proposal) proposed()
                return proposal
              }}
            >
              <Form.Item name="open" label={say('invoiceOpen')} valuePropName="checked">
                <Switch />
              </Form.Item>
              <Form.Item name="kinds" label={say('kinds')}>
                <Checkbox.Group options={invoiceKinds.map((value) => ({ value, label: say(value) }))} />
              </Form.Item>
              <Form.Item name="withinDays" label={say('withinDays')} rules={[required(say('mustFill'))]}>
                <InputNumber min={1} max={730} precision={0} />
              </Form.Item>
              <Form.Item name="remark" label={say('remark')} extra={say('remarkHelp')}>
                <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
              </Form.Item>
              <Form.Item
                name="automatic"
                label={say('automatic')}
                extra={say('automaticHelp')}
                valuePropName="checked"
              >
                <Switch />
              </Form.Item>
              <Form.Item
                name="creditWarning"
                label={say('creditWarning')}
                rules={[required(say('mustFill'))]}
                {...inHundredths}
              >
                <YuanInput />
              </Form.Item>
              <DatedList
                name="sellers"
                title={say('sellers')}
                one={say('seller')}
                help={say('sellersHelp')}
                add={say('addSeller')}
                fresh={freshSeller}
              >
                {(place) => <SellerInputs place={place} />}
              </DatedList>
              <DatedList
                name="taxLines"
                title={say('taxLines')}
                one={say('taxLine')}
                help={say('taxLinesHelp')}
                add={say('addTaxLine')}
                fresh={freshLine}
              >
                {(place) => <TaxLineInputs place={place} />}
              </DatedList>
            </FormPage>
          </Card>
          <Card size="small" title={say('provider')}>
            <p className="setting-help">{say('providerHelp')}</p>
            <ProviderForm provider={provider} />
          </Card>
        </div>
      )}
    </Loaded>
  )
}
