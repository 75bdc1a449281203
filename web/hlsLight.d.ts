// The light build (no ads, no subtitles of its own, no encryption) declares no types.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
