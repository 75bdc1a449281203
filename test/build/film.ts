import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { lesson } from './resource.ts'

/** The beginning of the lesson as a film of its own: a film plays in real time, and a test waits for its end. */
export async function aShortFilm(seconds: number): Promise<Buffer> {
  using input = new Input({ formats: [MP4], source: new FilePathSource(lesson.path) })
  const [video, audio] = [(await input.getPrimaryVideoTrack())!, (await input.getPrimaryAudioTrack())!]
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const pictures = new EncodedVideoPacketSource((await video.getCodec())!)
  const sound = new EncodedAudioPacketSource((await audio.getCodec())!)
  output.addVideoTrack(pictures)
  output.addAudioTrack(sound)
  await output.start()
  const ofPictures = { decoderConfig: (await video.getDecoderConfig())! }
  for await (const packet of new EncodedPacketSink(video).packets())
    if (packet.timestamp < seconds) await pictures.add(packet, ofPictures)
  const ofSound = { decoderConfig: (await audio.getDecoderConfig())! }
  for await (const packet of new EncodedPacketSink(audio).packets())
    if (packet.timestamp < seconds) await sound.add(packet, ofSound)
  await output.finalize()
  return Buffer.from(target.buffer!)
}
