import Alert from 'antd/es/alert'
import { useAction } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { confirm } from '../../../../web/shell/view/confirm.ts'
import { settingCalls, type SettingStep } from '../contract.ts'
import { useSettingWords } from './settingWords.ts'
import { useShowValue } from './showValue.ts'
import { useSettingPageWords } from './words.ts'

/** Changes whose time has not come, each of which can be withdrawn. */
export function Scheduled({ steps }: { steps: readonly SettingStep[] }) {
  const say = useSettingPageWords()
  const name = useSettingWords()
  const show = useShowValue()
  const withdraw = useAction(settingCalls.withdrawSetting, {
    onDone: () => notify('success', say('withdrawn')),
  })
  if (steps.length === 0) return null

  async function take(step: SettingStep) {
    const when = dateTime(step.effectiveFrom)
    const question = { title: say('withdrawConfirm'), text: say('withdrawText', { when }), danger: true }
    if (await confirm({ ...question, yes: say('withdraw'), no: say('cancel') }))
      withdraw.mutate({ id: step.id })
  }

  return (
    <Alert
      type="info"
      title={say('scheduledTitle')}
      description={
        <ul className="setting-scheduled k-list">
          {steps.map((step) => (
            <li className="k-cluster" key={step.id}>
              <span>
                {say('scheduledLine', {
                  when: dateTime(step.effectiveFrom),
                  name: step.differences
                    .map(({ key, after }) => `${name(key)} → ${show(key, after)}`)
                    .join(' · '),
                  reason: step.reason,
                })}
              </span>
              <Button size="small" onClick={() => void take(step)}>
                {say('withdraw')}
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  )
}
