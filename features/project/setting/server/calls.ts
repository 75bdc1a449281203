import { windowOf } from '../../../../contract/paging.ts'
import { handlers } from '../../../../server/serve.ts'
import type { SettingKey } from '../../contract.ts'
import { settingsOf } from '../../rules.ts'
import { settingCalls, type SettingStep } from '../contract.ts'
import { history } from '../rules.ts'
import { previewSettings } from './actions.ts'
import { listSteps, ownSettings, type StepRow } from './data.ts'
import { saveSettings, withdrawSettings } from './save.ts'

/** Steps as they are shown, in the order of effect. */
function shown(steps: readonly StepRow[]): SettingStep[] {
  const found = history(steps.map((step) => ({ changes: step.changes, withdrawn: step.isWithdrawn })))
  return steps.map(({ id, effectiveFrom, createdAt, actorName, reason, isScheduled, isWithdrawn }, i) => ({
    id,
    effectiveFrom,
    createdAt,
    actorName,
    reason,
    state: isWithdrawn ? 'withdrawn' : isScheduled ? 'scheduled' : 'inEffect',
    differences: found[i]!,
  }))
}

export const settingHandlers = handlers(settingCalls, {
  async findSetting({ db, session }) {
    const own = await ownSettings(db, session.projectId, null)
    const steps = await listSteps(db, session.projectId)
    return {
      values: settingsOf(own),
      own: Object.keys(own) as SettingKey[],
      seen: steps.length,
      scheduled: shown(steps).filter((step) => step.state === 'scheduled'),
    }
  },
  async settingHistory({ db, session, input }) {
    const { limit, offset } = windowOf(input)
    const all = shown(await listSteps(db, session.projectId)).filter(
      (step) => !input.key || step.differences.some(({ key }) => key === input.key),
    )
    const ordered = input.sort === 'effectiveFrom' ? all : all.toReversed()
    return { total: all.length, list: ordered.slice(offset, offset + limit) }
  },
  previewSetting: ({ db, session, input }) => previewSettings(db, session.projectId, input),
  saveSetting: ({ db, session, input }) => db.begin((tx) => saveSettings(tx, session, input)),
  withdrawSetting: ({ db, session, input }) => db.begin((tx) => withdrawSettings(tx, session, input.id)),
})
