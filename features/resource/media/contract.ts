import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

/** Way in which a video becomes HLS: its streams put into segments as they are, or drawn again. */
const HlsWay = OneOf(['copy', 'encode'])

/** Measurements by the server itself; none is taken from the uploader. */
export const VideoFacts = Type.Object({
  mime: Type.String(),
  /** Browsers play the file as it is. */
  direct: Type.Boolean(),
  /** Null when HLS brings nothing. */
  hls: Nullable(HlsWay),
  durationSeconds: Type.Number(),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type VideoFacts = Static<typeof VideoFacts>

export const mediaRefusals = refusals({
  notVideo: {
    code: 422,
    zh: '这个文件不是能播放的视频，请上传 MP4（H.264）视频',
    en: 'This file is not a video that can be played; upload an MP4 (H.264) video',
  },
  noPicture: {
    code: 422,
    zh: '这个文件里没有画面，请上传视频而不是音频',
    en: 'This file has no picture; upload a video instead of audio',
  },
  damaged: {
    code: 422,
    zh: '视频不完整或已损坏，请重新导出后再上传',
    en: 'The video is incomplete or damaged; export it again and upload the new file',
  },
  codec: {
    code: 422,
    zh: '浏览器不能播放这种编码（{codec}），请转成 H.264 的 MP4 再上传',
    en: 'Browsers cannot play this encoding ({codec}); convert it to an H.264 MP4 first',
  },
})
