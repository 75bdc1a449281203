import Form from 'antd/es/form'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'
import { useBilingual } from '../../../web/words.ts'
import { captureKinds, classCaptureNumbers, settingBounds } from '../../project/contract.ts'
import { captureKindNames } from '../../project/rules.ts'
import { useSettingWords } from '../../project/setting/web/settingWords.ts'
import { useShowValue } from '../../project/setting/web/showValue.ts'
import { useSettings } from '../../project/web/settings.ts'
import type { ClassFormValues } from './formValues.ts'
import { useClassFormWords } from './formWords.ts'

/**
 * The rules of presence checks that a class has of its own, each with what it does and what the project has in its place.
 * The numbers are asked for where the class checks at all; hidden ones keep what they have.
 */
export function ClassChecks() {
  const say = useClassFormWords()
  const setting = useSettingWords()
  const show = useShowValue()
  const pick = useBilingual()
  const settings = useSettings()
  const allowClear = useAllowClear()
  const own = Form.useWatch<ClassFormValues>([], { preserve: true })
  const kind = own?.captureKind ?? settings.captureKind
  const isAsked = kind !== 'off'
  const numberOf = (name: (typeof classCaptureNumbers)[number]) => own?.[name] ?? settings[name]
  const ofProject = (name: 'captureKind' | (typeof classCaptureNumbers)[number]) =>
    say('asProject', { value: show(name, settings[name]) })
  return (
    <>
      <p className="k-muted">
        {isAsked
          ? say('checksOn', {
              from: Math.min(numberOf('captureEveryFrom'), numberOf('captureEveryTo')),
              to: Math.max(numberOf('captureEveryFrom'), numberOf('captureEveryTo')),
              seconds: numberOf('captureSeconds'),
              tries: numberOf('captureTries'),
              aDay: numberOf('capturesADay'),
              misses: numberOf('captureMisses'),
              days: numberOf('captureMakeUpDays'),
            })
          : say('checksOff')}
      </p>
      <Form.Item name="captureKind" label={setting('captureKind')} extra={setting('captureKindHelp')}>
        <Select
          allowClear={allowClear}
          placeholder={ofProject('captureKind')}
          options={captureKinds.map((value) => ({
            value,
            label: pick(captureKindNames[value].zh, captureKindNames[value].en),
          }))}
        />
      </Form.Item>
      <div className="class-form-row">
        {classCaptureNumbers.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={setting(name)}
            extra={
              <>
                {setting(`${name}Help`)} {ofProject(name)}
              </>
            }
            hidden={!isAsked}
          >
            <InputNumber
              min={settingBounds[name].minimum}
              max={settingBounds[name].maximum}
              precision={0}
              placeholder={String(settings[name])}
              style={{ width: '100%' }}
            />
          </Form.Item>
        ))}
      </div>
    </>
  )
}
