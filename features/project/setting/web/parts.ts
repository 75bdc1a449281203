import type { PagePart } from '../../../../web/page.ts'
import { type SettingGroup, settingGroups } from '../rules.ts'
import { useSettingWords } from './settingWords.ts'
import { useSettingPageWords } from './words.ts'

const path = '/project-manage/setting'
const of = ['项目设置', 'Project settings'] as const

/** The tabs of the settings, each with what it is called. */
const tabs = {
  settings: 'tabSettings',
  types: 'classTypes',
  register: 'tabRegister',
  texts: 'tabTexts',
  configs: 'tabConfigs',
  invoices: 'tabInvoices',
  history: 'tabHistory',
} as const

/** Search entries of the settings: each tab, and each setting, which is opened at its field. */
export const settingParts: readonly PagePart[] = [
  ...Object.entries(tabs).map(([tab, key]): PagePart => {
    const { zh, en } = useSettingPageWords.texts
    return { of, title: [zh[key], en[key]], address: tab === 'settings' ? path : `${path}?tab=${tab}` }
  }),
  ...(Object.keys(settingGroups) as SettingGroup[])
    .filter((group) => group !== 'unused')
    .flatMap((group) => settingGroups[group])
    .map((key): PagePart => {
      const { zh, en } = useSettingWords.texts
      return { of, title: [zh[key], en[key]], address: `${path}?setting=${key}` }
    }),
]
