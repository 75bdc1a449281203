import { dateTime } from '../../../../web/format.ts'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import type { SettingKey } from '../../contract.ts'
import { defaultSettings } from '../../rules.ts'
import { settingCalls } from '../contract.ts'
import { useSettingWords } from './settingWords.ts'
import { useShowValue } from './showValue.ts'
import { useSettingPageWords } from './words.ts'

const states = {
  inEffect: ['green', 'stateInEffect'],
  scheduled: ['blue', 'stateScheduled'],
  withdrawn: ['default', 'stateWithdrawn'],
} as const

/** Every change of the settings: when, by whom, why, and the values before. */
export function HistoryTable() {
  const say = useSettingPageWords()
  const name = useSettingWords()
  const show = useShowValue()
  return (
    <CrudTable
      call={settingCalls.settingHistory}
      filters={[
        {
          name: 'key',
          label: say('historyKey'),
          kind: 'select',
          options: (Object.keys(defaultSettings) as SettingKey[]).map((value) => ({
            value,
            label: name(value),
          })),
        },
      ]}
      columns={[
        {
          key: 'effectiveFrom',
          title: say('historyTime'),
          render: (_, row) =>
            row.differences.length === 0 && row.actorName === null
              ? say('system')
              : dateTime(row.effectiveFrom),
        },
        { key: 'actorName', title: say('historyWho'), render: (_, row) => row.actorName ?? '' },
        {
          key: 'differences',
          title: say('historyWhat'),
          render: (_, row) => (
            <ul className="setting-differences k-list">
              {row.differences.map(({ key, before, after }) => (
                <li key={key}>
                  {name(key)}: <del className="k-muted">{show(key, before)}</del> →{' '}
                  <ins>{show(key, after)}</ins>
                </li>
              ))}
            </ul>
          ),
        },
        { key: 'reason', title: say('reason'), dataIndex: 'reason' },
        {
          key: 'status',
          title: say('status'),
          card: 'tag',
          render: (_, row) => <Tag color={states[row.state][0]}>{say(states[row.state][1])}</Tag>,
        },
      ]}
    />
  )
}
