import Card from 'antd/es/card'
import Space from 'antd/es/space'
import { useEffect, useEffectEvent, useState } from 'react'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { useUnsaved } from '../../../../web/shell/view/unsaved.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import type { SettingChanges, SettingKey, Settings } from '../../contract.ts'
import { defaultSettings } from '../../rules.ts'
import { differences, settingGroups, type SettingGroup } from '../rules.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { SettingInput } from './SettingInput.tsx'
import { useSettingWords } from './settingWords.ts'
import { useShowValue } from './showValue.ts'
import './Setting.css'
import { useSettingPageWords } from './words.ts'

/** Every setting in its group with what it does; nothing is saved before its effect was seen. */
export function SettingForm({ values, seen }: { values: Settings; seen: number }) {
  const say = useSettingPageWords()
  const name = useSettingWords()
  const show = useShowValue()
  const [draft, setDraft] = useState(values)
  const [reviewing, setReviewing] = useState(false)
  const changed = differences(values, draft)
  const changedKeys = new Set(changed.map(({ key }) => key))
  useUnsaved(changed.length > 0)

  // The address names the setting that a link leads to; it is gone to once.
  const [{ setting }, change] = useUrlState()
  const goTo = useEffectEvent((key: string) => {
    const field = document.getElementById(`setting-${key}`)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
    change({ setting: null })
  })
  useEffect(() => {
    if (setting !== undefined) goTo(setting)
  }, [setting])

  function review() {
    const blank = changed.find(({ after }) => typeof after === 'string' && after.trim() === '')
    if (!blank) return setReviewing(true)
    document.getElementById(`setting-${blank.key}`)?.focus()
    notify('error', `${name(blank.key)}: ${say('typeBlank')}`)
  }

  const isAsked = draft.captureKind !== 'off'
  const checksSentence = !isAsked
    ? say('checksOff')
    : say('checksOn', {
        from: Math.min(draft.captureEveryFrom, draft.captureEveryTo),
        to: Math.max(draft.captureEveryFrom, draft.captureEveryTo),
        seconds: draft.captureSeconds,
        tries: draft.captureTries,
        aDay: draft.capturesADay,
        misses: draft.captureMisses,
        days: draft.captureMakeUpDays,
      })
  const row = (key: SettingKey) => (
    <div key={key} className="setting-row" data-changed={changedKeys.has(key) || undefined}>
      <label htmlFor={`setting-${key}`}>{name(key)}</label>
      <div className="setting-field">
        <SettingInput
          name={key}
          id={`setting-${key}`}
          describedBy={`setting-${key}-help`}
          draft={draft}
          onChange={(value) => setDraft({ ...draft, [key]: value })}
        />
        <p id={`setting-${key}-help`} className="setting-help">
          {name(`${key}Help`)} {say('byDefault', { value: show(key, defaultSettings[key]) })}
          {differences({ ...draft, [key]: defaultSettings[key] }, draft).length > 0 && (
            <Button
              type="link"
              size="small"
              aria-label={`${say('restore')} ${name(key)}`}
              onClick={() => setDraft({ ...draft, [key]: defaultSettings[key] })}
            >
              {say('restore')}
            </Button>
          )}
        </p>
      </div>
    </div>
  )

  return (
    <>
      <div className="setting-groups k-stack k-gap-4">
        {(Object.entries(settingGroups) as [SettingGroup, readonly SettingKey[]][]).map(([group, keys]) => (
          <Card key={group} title={say(group)} size="small">
            {group === 'checks' && <p className="setting-help">{checksSentence}</p>}
            {keys.filter((key) => isAsked || group !== 'checks' || key === 'captureKind').map(row)}
          </Card>
        ))}
      </div>
      {changed.length > 0 && (
        <div className="setting-bar k-cluster k-split k-box" role="status">
          <span>{say('changesCount', { count: changed.length })}</span>
          <Space>
            <Button onClick={() => setDraft(values)}>{say('discard')}</Button>
            <Button type="primary" onClick={review}>
              {say('review')}
            </Button>
          </Space>
        </div>
      )}
      {reviewing && (
        <ReviewDialog
          changes={Object.fromEntries(changed.map(({ key, after }) => [key, after])) as SettingChanges}
          seen={seen}
          onClose={() => setReviewing(false)}
          onSaved={(isPending) => {
            setReviewing(false)
            if (isPending) setDraft(values)
          }}
        />
      )}
    </>
  )
}
