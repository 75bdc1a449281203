import { words } from '../../../web/words.ts'

export const useCaptchaWords = words(
  'captcha',
  {
    title: '安全验证',
    hint: '拖动滑块，把拼图移到缺口处；也可以用左右方向键移动，回车确认',
    slider: '拼图位置',
    another: '换一张',
    wrong: '没有对上，请再试一次',
    failed: '没有连上，请点“换一张”重试',
    pixels: '{x} 像素',
    byCode: '滑不动？改为输入验证码',
    bySlider: '改用滑块',
  },
  {
    title: 'Security check',
    hint: 'Drag the slider until the piece fits the gap, or use the arrow keys and press Enter',
    slider: 'Position of the piece',
    another: 'Another picture',
    wrong: 'That did not match; please try again',
    failed: 'No connection; press “Another picture” to try again',
    pixels: '{x} pixels',
    byCode: 'Can’t use the slider? Enter a code instead',
    bySlider: 'Use the slider instead',
  },
)
