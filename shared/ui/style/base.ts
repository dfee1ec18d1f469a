/** The few rules for bare elements that both the console and the widget stand on. */
export const baseRules = `*,::before,::after{box-sizing:border-box;}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;}
body{margin:0;font:400 var(--ph-text-m)/1.5 var(--ph-font);color:var(--ph-text);background:var(--ph-canvas);-webkit-font-smoothing:antialiased;}
button,input,select,textarea{font:inherit;color:inherit;letter-spacing:inherit;}
h1,h2,h3,h4,h5,h6,p,ul,ol,figure,blockquote,pre{margin:0;}
a{color:var(--ph-accent-text);text-underline-offset:2px;}
:focus-visible{outline:2px solid var(--ph-focus);outline-offset:2px;}
[hidden]{display:none!important;}`;
