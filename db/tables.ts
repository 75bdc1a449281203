import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folders that own tables, each after those its foreign keys point at. */
export const tableOwners = [
  'server',
  'features/captcha/server',
  'features/captcha/picture/server',
  'features/project/server',
  'features/unit/server',
  'features/unit/trainType/server',
  'features/role/server',
  'features/account/server',
  'features/session/server',
  'features/rateLimit/server',
  'features/session/ticket/server',
  'features/session/role/server',
  'features/session/factor/server',
  'features/dictionary/server',
  'features/file/server',
  'features/upload/server',
  'features/import/server',
  'features/student/server',
  'features/partner/server',
  'features/resource/server',
  'features/course/server',
  'features/certificate/template/server',
  'features/class/server',
  'features/login/register/server',
  'features/enrolment/server',
  'features/hours/server',
  'features/study/server',
  'features/question/server',
  'features/exam/server',
  'features/approval/server',
  'features/correction/server',
  'features/supportCase/server',
  'features/face/server',
  'features/certificate/server',
  'features/cart/server',
  'features/order/server',
  'features/payment/server',
  'features/wechat/server',
  'features/operationLog/server',
] as const

/** Today's truth of the whole database, as one script. */
export function allTables(): string {
  return tableOwners
    .map((owner) => readFileSync(fileURLToPath(new URL(`../${owner}/tables.sql`, import.meta.url)), 'utf8'))
    .join('\n')
}
