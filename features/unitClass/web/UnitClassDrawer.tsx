import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { useState } from 'react'
import { money } from '../../../web/format.ts'
import { useAction } from '../../../web/client.ts'
import { dayStart } from '../../../web/dayStart.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { useYuanRules, YuanInput } from '../../../web/shell/control/YuanInput.tsx'
import { useBilingual } from '../../../web/words.ts'
import { ProposalNotice } from '../../approval/web/ProposalNotice.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type UnitClass, unitClassCalls } from '../contract.ts'
import { type PayMode, payModeNames, payModes } from '../rules.ts'
import { useUnitClassWords } from './words.ts'

interface Fields {
  name: string
  yuan: number | null
  signUpTo: string
  studyTo: string
  quota: number | null
  payModes: PayMode[]
}

/** The last moment of a day, which counts in full; null for none. */
const endOf = (day: string) => (day ? dayStart(day, 1) : null)

/** A class that becomes a unit’s, or the unit class that is changed. */
export interface Opened {
  classId: string
  className: string
  /** Price a head by the terms of the unit, in fen. */
  price: number
  unitId?: string
  known?: UnitClass
}

/** Opens a class for a unit, or changes what it is called; the provider sets its price and terms too. */
export default function UnitClassDrawer({
  opened: { classId, className, price, unitId, known },
  isProvider,
  onSaved,
  onClose,
}: {
  opened: Opened
  isProvider: boolean
  onSaved: (unitClass: UnitClass) => void
  onClose: () => void
}) {
  const say = useUnitClassWords()
  const either = useBilingual()
  const rulesOf = useYuanRules()
  const [requestKey] = useState(() => crypto.randomUUID())
  const proposed = useProposed()
  const save = useAction(unitClassCalls.saveOrUpdate, { quiet: true })
  const values: Fields = {
    name: known?.name ?? '',
    yuan: known && !known.byUnit ? known.price / 100 : null,
    signUpTo: known?.signUpTo?.slice(0, 10) ?? '',
    studyTo: known?.studyTo?.slice(0, 10) ?? '',
    quota: known?.quota ?? null,
    payModes: known?.payModes ?? ['code', 'transfer'],
  }
  return (
    <FormDrawer<Fields, UnitClass>
      name="unit-class"
      title={known ? known.name : say('openTitle', { name: className })}
      submit={say(known ? 'save' : 'create')}
      values={values}
      success={say(known ? 'saved' : 'openedNow')}
      inputs={{ price: 'yuan' }}
      onSave={({ name, yuan: given, signUpTo, studyTo, quota, payModes: modes }) =>
        save.mutateAsync({
          ...(known ? { id: known.id, revision: known.revision } : { requestKey }),
          classId,
          ...(unitId ? { unitId } : {}),
          ...(name.trim() ? { name: name.trim() } : {}),
          ...(isProvider && {
            ...(given === null ? {} : { price: Math.round(given * 100) }),
            signUpTo: endOf(signUpTo),
            studyTo: endOf(studyTo),
            quota,
            payModes: modes,
          }),
        })
      }
      onSaved={(saved) => {
        if (saved.proposedPrice !== null && saved.proposedPrice !== known?.proposedPrice) proposed()
        onSaved(saved)
      }}
      onClose={onClose}
    >
      {isProvider && known && <ProposalNotice about={{ subjectId: known.id }} />}
      <p>{say('openHint')}</p>
      <dl className="k-facts">
        <dt>{say('class')}</dt>
        <dd>{className}</dd>
        <dt>{say('price')}</dt>
        <dd>{price === 0 ? say('free') : money(price)}</dd>
      </dl>
      <Form.Item name="name" label={say('name')} extra={say('titleHint')}>
        <Input maxLength={120} placeholder={className} autoComplete="off" />
      </Form.Item>
      {isProvider && (
        <>
          <Form.Item name="yuan" label={say('ownPrice')} extra={say('ownPriceHint')} rules={rulesOf(0)}>
            <YuanInput />
          </Form.Item>
          <Form.Item name="quota" label={say('quota')} extra={say('quotaHint')}>
            <InputNumber min={1} max={1_000_000} precision={0} style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item name="signUpTo" label={say('signUpTo')} extra={say('dayHint')}>
            <Input type="date" />
          </Form.Item>
          <Form.Item name="studyTo" label={say('studyTo')} extra={say('dayHint')}>
            <Input type="date" />
          </Form.Item>
          <Form.Item name="payModes" label={say('payModes')} rules={[{ required: true }]}>
            <Checkbox.Group
              options={payModes.map((value) => ({
                value,
                label: either(payModeNames[value].zh, payModeNames[value].en),
              }))}
            />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}
