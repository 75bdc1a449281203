import { type Static, Type } from 'typebox'
import { call, Id, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { faceStates } from './rules.ts'

export const faceRefusals = /* @__PURE__ */ refusals({
  unavailable: {
    code: 503,
    zh: '人脸比对暂时不可用，请稍后再试，或申请人工核对',
    en: 'Faces cannot be compared just now; try again later, or have a person look at the photos',
  },
  consentFirst: {
    code: 409,
    zh: '请先阅读并同意人脸信息处理说明，或申请人工核对',
    en: 'Please read the notice and consent first, or have a person look at the photos',
  },
  noticeChanged: {
    code: 409,
    zh: '处理说明已更新，请刷新页面，阅读新的说明后再决定',
    en: 'The notice has changed; refresh the page and read it before you decide',
  },
  noProfile: {
    code: 409,
    zh: '请先登记真实姓名和身份证号',
    en: 'Please give your real name and citizen ID first',
  },
  noPortrait: {
    code: 409,
    zh: '档案里还没有照片，请先在“完善个人资料”上传本人正面照片',
    en: 'There is no photo on file; upload one of your face under "Complete your profile" first',
  },
  portraitUnfit: {
    code: 409,
    zh: '档案照片里看不清一张正面人脸，请更换一张清晰的正面单人照片',
    en: 'The photo on file does not show one face clearly and straight on; upload a better one',
  },
  portraitChanged: {
    code: 409,
    zh: '档案照片刚刚更换过，请重新拍摄',
    en: 'The photo on file has just been changed; take the picture again',
  },
  none: {
    code: 422,
    zh: '没有找到人脸，请正对镜头，露出整张脸，靠近一些再拍',
    en: 'No face was found; look straight at the camera, show all of your face and come closer',
  },
  many: {
    code: 422,
    zh: '画面里不止一个人，请一个人拍摄，避开身后的人和照片',
    en: 'More than one face is in the picture; be alone in it, with no people or photos behind you',
  },
  small: {
    code: 422,
    zh: '人脸太小，请靠近一些，让脸填满椭圆框',
    en: 'The face is too small; come closer until it fills the oval',
  },
  turned: {
    code: 422,
    zh: '请正对镜头，不要侧脸、低头或歪头',
    en: 'Look straight at the camera with your head upright',
  },
  dark: {
    code: 422,
    zh: '光线太暗，请面向光源再拍',
    en: 'It is too dark; turn your face towards the light',
  },
  bright: {
    code: 422,
    zh: '光线太强，请避开直射的灯光再拍',
    en: 'It is too bright; step out of the direct light',
  },
  copy: {
    code: 422,
    zh: '这就是档案里的那张照片，请现场重新拍摄',
    en: 'This is the photo on file itself; take a picture now',
  },
  replay: {
    code: 422,
    zh: '这张图片已经用过，请现场重新拍摄',
    en: 'This picture has been used before; take a new one now',
  },
  tooManyTries: {
    code: 429,
    zh: '比对次数已用完，请申请人工核对，或 {minutes} 分钟后再试',
    en: 'No attempts are left; request a manual review, or try again in {minutes} {minutes|minute|minutes}',
  },
})

const confirmation = {
  state: OneOf(faceStates),
  /** When it was confirmed, declined, or handed to a person. */
  since: Nullable(Type.String()),
  byPerson: Type.Boolean(),
  declined: Type.Boolean(),
}

/** What staff see of a learner's face, and nothing more. */
export const Confirmation = Type.Object(confirmation)
export type Confirmation = Static<typeof Confirmation>

/** Where one's own face check stands. */
export const MyFace = Type.Object({
  ...confirmation,
  /** Faces can be compared here at all. */
  available: Type.Boolean(),
  hasProfile: Type.Boolean(),
  hasPortrait: Type.Boolean(),
  /** When the notice as it stands now was agreed to. */
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
    summary: 'Where one’s own face check stands',
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
