export default function Canvas(_: object) { return null; }
