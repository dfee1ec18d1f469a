export { Attention } from "./attention/Attention.tsx";
export { NewsBanners } from "./NewsBanners.tsx";
