import { words } from '../../../../web/words.ts'

export const usePictureWords = words(
  'captcha/picture',
  {
    typePicture: '请输入图中的 5 个字符，不分大小写',
    typeSum: '请输入答案',
    typeFirst: '请先输入验证码',
    pictureAlt: '验证码图片；看不清可改为文字题',
    another: '换一张',
    confirm: '确定',
    cannotSee: '看不清图片，改做文字题',
    canSee: '改看图片',
  },
  {
    typePicture: 'Enter the 5 characters in the picture; upper or lower case',
    typeSum: 'Enter the answer',
    typeFirst: 'Enter the code first',
    pictureAlt: 'Picture with a code; if you cannot see it, switch to a text question',
    another: 'Another picture',
    confirm: 'OK',
    cannotSee: 'I can’t see the picture; use a text question',
    canSee: 'Use the picture',
  },
)
