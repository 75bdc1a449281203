import { type Static, Type } from 'typebox'
import { call, Id, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { faceStates } from './rules.ts'

export const faceRefusals = /* @__PURE__ */ refusals({
  unavailable: {
    code: 503,
    zh: '人脸比对暂时不可用，请稍后再试，或申请人工核对',
    en: 'Face comparison is not available now; try again later, or request a manual review',
  },
  consentFirst: {
    code: 409,
    zh: '请先阅读并同意人脸信息处理说明，或申请人工核对',
    en: 'First read and accept the notice, or request a manual review',
  },
  noticeChanged: {
    code: 409,
    zh: '处理说明已更新，请刷新页面，阅读新的说明后再决定',
    en: 'The notice has been updated; refresh the page and read it before you decide',
  },
  noProfile: {
    code: 409,
    zh: '请先登记真实姓名和身份证号',
    en: 'Enter your real name and ID card number first',
  },
  noPortrait: {
    code: 409,
    zh: '档案里还没有照片，请先在“完善个人资料”上传本人正面照片',
    en: 'There is no photo on file; first upload a photo of your face under “Complete your profile”',
  },
  portraitUnfit: {
    code: 409,
    zh: '档案照片里看不清一张正面人脸，请更换一张清晰的正面单人照片',
    en: 'The photo on file does not clearly show one front-facing face; upload a better one',
  },
  portraitChanged: {
    code: 409,
    zh: '档案照片刚刚更换过，请重新拍摄',
    en: 'The photo on file has just been changed; take a new photo',
  },
  none: {
    code: 422,
    zh: '没有找到人脸，请正对镜头，露出整张脸，靠近一些再拍',
    en: 'No face found; look straight at the camera, show your whole face and move closer',
  },
  many: {
    code: 422,
    zh: '画面里不止一个人，请一个人拍摄，避开身后的人和照片',
    en: 'More than one face is in the picture; make sure no other people or photos are in view',
  },
  small: {
    code: 422,
    zh: '人脸太小，请靠近一些，让脸填满椭圆框',
    en: 'The face is too small; move closer until it fills the oval',
  },
  turned: {
    code: 422,
    zh: '请正对镜头，不要侧脸、低头或歪头',
    en: 'Look straight at the camera with your head upright',
  },
  dark: {
    code: 422,
    zh: '光线太暗，请面向光源再拍',
    en: 'Too dark; face the light',
  },
  bright: {
    code: 422,
    zh: '光线太强，请避开直射的灯光再拍',
    en: 'Too bright; avoid direct light',
  },
  copy: {
    code: 422,
    zh: '这就是档案里的那张照片，请现场重新拍摄',
    en: 'This is the photo on file; take a new photo now',
  },
  replay: {
    code: 422,
    zh: '这张图片已经用过，请现场重新拍摄',
    en: 'This picture has been used before; take a new photo now',
  },
  tooManyTries: {
    code: 429,
    zh: '比对次数已用完，请申请人工核对，或 {minutes} 分钟后再试',
    en: 'No attempts are left; request a manual review, or try again in {minutes} {minutes|minute|minutes}',
  },
})

const confirmation = {
  state: OneOf(faceStates),
  /** Time it was confirmed, declined, or handed to a person. */
  since: Nullable(Type.String()),
  byPerson: Type.Boolean(),
  declined: Type.Boolean(),
}

/** Status of a learner's face check for staff, and nothing more. */
const Confirmation = Type.Object(confirmation)
type Confirmation = Static<typeof Confirmation>

/** Status of one's own face check. */
export const MyFace = Type.Object({
  ...confirmation,
  /** Faces can be compared here at all. */
  available: Type.Boolean(),
  hasProfile: Type.Boolean(),
  hasPortrait: Type.Boolean(),
  /** Time the current notice was agreed to. */
  consentAt: Nullable(Type.String()),
  triesLeft: Type.Integer(),
})
export type MyFace = Static<typeof MyFace>

export const faceCalls = {
  checkFace: call('/student-manage/check-face.action', {
    allow: 'learner',
    body: 'multipart',
    perMinute: 120,
    input: Type.Object({}),
    output: Type.Object({ passed: Type.Boolean(), triesLeft: Type.Integer() }),
    summary: 'Compares a picture of one’s face, taken now, with the portrait on file; needs the consent',
  }),
  getState: call('/base/my-face/get-state.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({}),
    output: MyFace,
    summary: 'Status of one’s own face check',
  }),
  consent: call('/base/my-face/consent.action', {
    allow: 'learner',
    input: Type.Object({
      /** The wording that was read. */
      version: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    output: Nothing,
    summary: 'Agrees that one’s face is recognised, in the wording that was read',
  }),
  withdraw: call('/base/my-face/withdraw.action', {
    allow: 'learner',
    input: Type.Object({}),
    output: Nothing,
    summary: 'Withdraws the consent: template and picture are deleted at once',
  }),
  requestReview: call('/base/my-face/ask-person.action', {
    allow: 'learner',
    input: Type.Object({}),
    output: Nothing,
    summary: 'Asks that a person looks at the photos instead; an entry in the exception register',
  }),
  getFaceState: call('/student-manage/get-face-state.action', {
    allow: ['/student-manage/student', '/customer/exception-register'],
    input: Type.Object({ accountId: Id }),
    output: Confirmation,
    summary: 'Whether a learner’s face is confirmed, and since when',
  }),
}
