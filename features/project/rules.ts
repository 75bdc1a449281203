import type { Bilingual } from '../../contract/refusal.ts'
import type { CaptureKind, ProjectInfo, RefundTerms, Settings } from './contract.ts'

export const captureKindNames: Readonly<Record<CaptureKind, Bilingual>> = {
  off: { zh: '不确认', en: 'None' },
  presence: { zh: '点击确认', en: 'Confirm by a click' },
  photo: { zh: '拍照', en: 'Photo' },
  face: { zh: '人脸比对', en: 'Face comparison' },
}

/**
 * Settings of a project without a word of its own. The four numbers of the specification are literal
 * (classStartYear 2019; the three refund numbers 0, read literally: nothing is refundable until configured);
 * the rest is the cautious choice.
 */
export const defaultSettings: Settings = {
  title: '继续教育',
  shortTitle: '继续教育',
  versionCode: '1',
  studyModel: 'free',
  showClassTypeModel: 'tabs',
  trySeeVideo: true,
  hideElective: false,
  classStartYear: 2019,
  hidePublicBaseType: false,
  hideSpecializedBaseType: false,
  hidePublicMajorType: false,
  hideSpecializedMajorType: false,
  studentRefund: false,
  refundClassProcess: 0,
  refundOrderTimes: 0,
  refundOrderDays: 0,
  hideYearCertificate: false,
  finishVideoCanSeek: true,
  videoCanSeekByLimitTime: false,
  videoCanSeek: false,
  videoSeekLimitSeconds: 30,
  pauseWhenHidden: true,
  loginAsRegister: false,
  singleSession: false,
  singleRole: false,
  showSettings: false,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: false,
  errorLog: true,
  index2Open: '1',
  showClassType: [
    { key: 'public', name: '公需课', nameEn: 'Public courses', path: '/publicClass' },
    { key: 'specialized', name: '专业课', nameEn: 'Specialized courses', path: '/specialized' },
    { key: 'professional', name: '行业课', nameEn: 'Professional courses', path: '/professional' },
    { key: 'vocational', name: '职业技能', nameEn: 'Vocational skills', path: '/vocational' },
  ],
  themeColor: '#1890ff',
  requiredHoursTenths: { public: 300, specialized: 600 },
  totalHoursTenths: 900,
  countCourseOnce: true,
  minutesPerHour: 45,
  hourTolerance: null,
  maxPlayRate: 100,
  secondWindow: 'refuse',
  captureKind: 'off',
  captureEveryFrom: 15,
  captureEveryTo: 25,
  captureSeconds: 60,
  captureTries: 3,
  capturesADay: 8,
  captureMisses: 9,
  captureMakeUpDays: 3,
  orderMinutes: 30,
  transferDays: 15,
  bankAccountName: null,
  bankName: null,
  bankAccount: null,
  approvalDays: 14,
  freeOrdersADay: 20,
  freeAmountADay: 20_000,
  refundApprovalAbove: 1000,
  mismatchRule: 'confirm',
}

/**
 * A project's settings: its own words over the defaults. Only keys of the settings come out, whatever else is stored,
 * so that nothing reaches a browser that is not meant to.
 */
export function settingsOf(own: Record<string, unknown>): Settings {
  const known = Object.entries(own).filter(([key, value]) => key in defaultSettings && value !== null)
  return { ...defaultSettings, ...Object.fromEntries(known) } as Settings
}

/** Settings that are a project's terms of refunds. */
export const refundTermKeys = [
  'studentRefund',
  'refundClassProcess',
  'refundOrderTimes',
  'refundOrderDays',
] as const satisfies (keyof Settings)[]

/**
 * A project's terms of refunds, or null where nothing is refundable. The numbers are meant literally: no days or no
 * times are no refunds; a progress of 0 means until study begins.
 */
export function refundTerms(settings: Pick<Settings, (typeof refundTermKeys)[number]>): RefundTerms | null {
  const { studentRefund, refundClassProcess, refundOrderTimes, refundOrderDays } = settings
  if (!studentRefund || refundOrderTimes === 0 || refundOrderDays === 0) return null
  return { days: refundOrderDays, process: refundClassProcess, times: refundOrderTimes }
}

/** The saved settings over the defaults, limited to the keys of the defaults. */
export function over<T extends object>(defaults: T, saved: Readonly<Record<string, unknown>>): T {
  const known = Object.entries(saved).filter(([key]) => key in defaults)
  return { ...defaults, ...Object.fromEntries(known) }
}

const noInfo: ProjectInfo = { organiser: '', phone: '', email: '', address: '', serviceHours: '', icp: '' }

/** The operator information in the footer, empty until saved. */
export const infoOf = (saved: Readonly<Record<string, unknown>>): ProjectInfo => over(noInfo, saved)
