// Develops a picture: joins and denoises the two half-sample renders, grades them, writes an 8-bit PPM.
//   ./develop a.exr b.exr out.ppm [exposure] [contrast] [saturation] [strength]
// Light and texture are denoised apart: colour is divided by the surfaces' albedo first and multiplied by it at the end,
// so that words on labels stay as sharp as they were drawn. Weights of each half come from the other half's patches
// (Rousselle 2012), limited by differences of albedo, normal and depth (Rousselle 2013); a second pass is guided by the first.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
using std::vector; using std::string;
typedef vector<float> Img;
static int W, H;

static bool load(const char* f, vector<Img>& ch) {
  static const char* names[11] = {"Combined.R","Combined.G","Combined.B","Denoising Albedo.R","Denoising Albedo.G",
    "Denoising Albedo.B","Denoising Normal.X","Denoising Normal.Y","Denoising Normal.Z","Denoising Depth.Z","IndexOB.X"};
  Imf::InputFile in(f);
  auto dw = in.header().dataWindow();
  W = dw.max.x - dw.min.x + 1; H = dw.max.y - dw.min.y + 1;
  ch.assign(11, Img((size_t)W * H, 0.f));
  Imf::FrameBuffer fb; const auto& cl = in.header().channels();
  for (auto it = cl.begin(); it != cl.end(); ++it) {
    string n = it.name();
    for (int k = 0; k < 11; k++) {
      size_t L = strlen(names[k]);
      if (n.size() >= L && n.compare(n.size() - L, L, names[k]) == 0)
        fb.insert(n, Imf::Slice(Imf::FLOAT, (char*)(ch[k].data() - dw.min.x - dw.min.y * (long)W), 4, 4 * (size_t)W));
    }
  }
  in.setFrameBuffer(fb); in.readPixels(dw.min.y, dw.max.y);
  return true;
}
// lays the render of the products (a2.exr beside a.exr), black elsewhere, over the picture
static void overlay(string f, vector<Img>& ch) {
  f.insert(f.rfind('.'), "2"); FILE* there = fopen(f.c_str(), "rb"); if (!there) return; fclose(there);
  vector<Img> part; load(f.c_str(), part);
  for (size_t i = 0; i < part[0].size(); i++) if (part[9][i] > 0) for (int c = 0; c < 11; c++) ch[c][i] = part[c][i];
}
static Img boxblur(const Img& s, int r) {
  Img t(s.size()), o(s.size()); 
  #pragma omp parallel for
  for (int y = 0; y < H; y++) { double a = 0; int n = 0; const float* p = &s[(size_t)y*W]; float* q = &t[(size_t)y*W];
    for (int x = 0; x <= std::min(r, W-1); x++) a += p[x], n++;
    for (int x = 0; x < W; x++) { q[x] = a / n; if (x + r + 1 < W) a += p[x+r+1], n++; if (x - r >= 0) a -= p[x-r], n--; } }
  #pragma omp parallel for
  for (int y = 0; y < H; y++) { int y0 = std::max(0,y-r), y1 = std::min(H-1,y+r); float inv = 1.f/(y1-y0+1); float* q=&o[(size_t)y*W];
    for (int x = 0; x < W; x++) q[x]=0;
    for (int k=y0;k<=y1;k++){const float*p=&t[(size_t)k*W]; for(int x=0;x<W;x++) q[x]+=p[x];}
    for (int x = 0; x < W; x++) q[x]*=inv; }
  return o;
}
static Img gauss(const Img& s, float sigma) { int r = std::max(1, (int)(sigma * 1.0f)); Img t = s; for (int i = 0; i < 3; i++) t = boxblur(t, r); return t; }
static float clampi(float v, float a, float b) { return v < a ? a : v > b ? b : v; }

// filters `src` (3 channels) with weights from `guide` (3 ch, variance gv) and feature images
static void nlm(const vector<Img>& src, const vector<Img>& guide, const Img& gv, const vector<Img>& feat, const vector<Img>& fvar,
                vector<Img>& out, int R, int P, float k2, float fk) {
  out.assign(3, Img((size_t)W*H, 0.f));
  const int T = 64; int tx = (W + T - 1) / T, ty = (H + T - 1) / T; int nf = feat.size();
  #pragma omp parallel for schedule(dynamic, 1)
  for (int t = 0; t < tx * ty; t++) {
    int x0 = (t % tx) * T, y0 = (t / tx) * T, x1 = std::min(W, x0 + T), y1 = std::min(H, y0 + T);
    int E = T + 2 * P; vector<float> d(E*E), hb(E*E), acc(T*T*4, 0.f);
    for (int dy = -R; dy <= R; dy++) for (int dx = -R; dx <= R; dx++) {
      if (dx*dx+dy*dy > R*R+R) continue;
      int w = x1 - x0 + 2*P, h = y1 - y0 + 2*P;
      for (int j = 0; j < h; j++) { int y = std::min(std::max(y0-P+j,0),H-1), yq = std::min(std::max(y+dy,0),H-1);
        size_t ra=(size_t)y*W, rb=(size_t)yq*W; 
        for (int i = 0; i < w; i++) { int x = std::min(std::max(x0-P+i,0),W-1), xq = std::min(std::max(x+dx,0),W-1);
          size_t a = ra+x, b = rb+xq; float va = gv[a], vb = gv[b]; float s = 0;
          for (int c = 0; c < 3; c++) { float e = guide[c][a]-guide[c][b]; s += e*e; }
          s = s * (1.f/3.f);
          d[j*E+i] = (s - (va + std::min(va, vb))) / (1e-7f + k2 * (va + vb)); } }
      for (int j = 0; j < h; j++) for (int i = 0; i < w - 2*P; i++) { float s = 0; for (int k = 0; k <= 2*P; k++) s += d[j*E+i+k]; hb[j*E+i] = s; }
      float inv = 1.f / ((2*P+1)*(2*P+1));
      for (int j = 0; j < y1-y0; j++) { int y = y0+j, yq = y+dy; if (yq < 0 || yq >= H) continue;
        for (int i = 0; i < x1-x0; i++) { int x = x0+i, xq = x+dx; if (xq < 0 || xq >= W) continue;
          float s = 0; for (int k = 0; k <= 2*P; k++) s += hb[(j+k)*E+i];
          s *= inv; 
          size_t a=(size_t)y*W+x, b=(size_t)yq*W+xq;
          float f = 0; for (int c = 0; c < nf; c++) { float e = feat[c][a]-feat[c][b]; float v = fvar[c][a] + std::min(fvar[c][a], fvar[c][b]);
            float q = (e*e - v) / (fk*(1e-4f + fvar[c][a])); f = std::max(f, q); }
          float m = std::max(std::max(s, 0.f), f); if (m > 8) continue;
          float wgt = expf(-m); float* o = &acc[(j*T+i)*4];
          o[0]+=wgt*src[0][b]; o[1]+=wgt*src[1][b]; o[2]+=wgt*src[2][b]; o[3]+=wgt; } }
    }
    for (int y=y0;y<y1;y++) for (int x=x0;x<x1;x++) { float* o=&acc[((y-y0)*T+x-x0)*4]; for(int c=0;c<3;c++) out[c][(size_t)y*W+x]=o[c]/std::max(o[3],1e-8f); }
  }
}

// Light on the wall (object 1) and the floor (object 2) changes slowly: a wide à-trous filter (Dammertz 2010) that only stops at shadows
// takes the clouds out that are left of the noise. Pixels near other things stay as they are.
static void smooth_room(vector<Img>& light, const Img& a, const Img& b) {
  size_t N = (size_t)W * H; Img one(N), two(N), room(N, 0.f);
  for (size_t i=0;i<N;i++) { int p=(int)(a[i]+.5f), q=(int)(b[i]+.5f); one[i]=p==1&&q==1; two[i]=p==2&&q==2; }
  one=boxblur(one,2); two=boxblur(two,2);
  for (size_t i=0;i<N;i++) room[i] = one[i]>.999f ? 1.f : two[i]>.999f ? 2.f : 0.f;
  static const float K[5] = {1/16.f, 1/4.f, 3/8.f, 1/4.f, 1/16.f}; const float sharp = 1.f / (2 * .04f * .04f);
  vector<Img> next = light;
  for (int step = 1; step <= 32; step *= 2) {
    #pragma omp parallel for schedule(dynamic, 8)
    for (int y=0;y<H;y++) for (int x=0;x<W;x++) { size_t p=(size_t)y*W+x; if (!room[p]) continue;
      float s[3]={0,0,0}, sum=0;
      for (int j=-2;j<=2;j++) { int yq=y+j*step; if (yq<0||yq>=H) continue;
        for (int i=-2;i<=2;i++) { int xq=x+i*step; if (xq<0||xq>=W) continue; size_t q=(size_t)yq*W+xq; if (room[q]!=room[p]) continue;
          float d=0; for(int c=0;c<3;c++){float e=light[c][q]-light[c][p]; d+=e*e;}
          float w=K[i+2]*K[j+2]*expf(-d*sharp/3); sum+=w; for(int c=0;c<3;c++) s[c]+=w*light[c][q]; } }
      for(int c=0;c<3;c++) next[c][p]=s[c]/sum; }
    light = next;
  }
}

int main(int n, char** v) {
  float expo = n > 4 ? atof(v[4]) : 1.2f, contrast = n > 5 ? atof(v[5]) : 1, sat = n > 6 ? atof(v[6]) : .95f, strength = n > 7 ? atof(v[7]) : .5f;
  vector<Img> A, B; load(v[1], A); load(v[2], B); overlay(v[1], A); overlay(v[2], B);
  size_t N = (size_t)W * H;
  // fireflies: clamp a pixel of one half that towers over the other half's neighbourhood
  for (int pass = 0; pass < 2; pass++) { auto& X = pass ? B : A; auto& Y = pass ? A : B;
    Img ly(N); for (size_t i=0;i<N;i++) ly[i]=Y[0][i]+Y[1][i]+Y[2][i];
    Img m = boxblur(ly, 2);
    for (size_t i=0;i<N;i++){ float l=X[0][i]+X[1][i]+X[2][i]; float cap=std::max(m[i],ly[i])*3.f+0.15f; if(l>cap){float s=cap/l; for(int c=0;c<3;c++)X[c][i]*=s;} } }
  // the albedo, cleaned of the noise that blur and glass leave in it
  const float FLOOR = .08f;
  vector<Img> albedo(3, Img(N));
  { vector<Img> p(A.begin()+3, A.begin()+6), q(B.begin()+3, B.begin()+6), op, oq; Img av(N);
    for (size_t i=0;i<N;i++){float s=0;for(int c=0;c<3;c++){float e=p[c][i]-q[c][i];s+=e*e;}av[i]=s/6.f;}
    av=boxblur(av,1); for(auto& x:av) x+=1e-6f;
    nlm(p,q,av,{}, {}, op, 3, 1, .6f, 1); nlm(q,p,av,{}, {}, oq, 3, 1, .6f, 1);
    for(int c=0;c<3;c++) for(size_t i=0;i<N;i++) albedo[c][i]=.5f*(op[c][i]+oq[c][i])+FLOOR; }
  for(int c=0;c<3;c++) for(size_t i=0;i<N;i++){A[c][i]/=albedo[c][i];B[c][i]/=albedo[c][i];}
  // work in a compressed (log-like) space so highlights and shadows count alike
  auto enc=[](float x){return logf(1.f+std::max(x,0.f)*4.f);}; auto dec=[](float x){return (expf(x)-1.f)/4.f;};
  vector<Img> a(3,Img(N)), b(3,Img(N)); for(int c=0;c<3;c++) for(size_t i=0;i<N;i++){a[c][i]=enc(A[c][i]);b[c][i]=enc(B[c][i]);}
  Img var(N); for(size_t i=0;i<N;i++){float s=0;for(int c=0;c<3;c++){float e=a[c][i]-b[c][i];s+=e*e;}var[i]=s/6.f;}
  { Img v1=boxblur(var,2), v2=boxblur(var,6); for(size_t i=0;i<N;i++) var[i]=std::min(v1[i],v2[i]*2.f)+1e-6f; }
  // features: albedo (3), normal (3), log depth
  vector<Img> F, FV; for(int c=3;c<10;c++){ Img f(N), fv(N); float sc = c==9?2.f:(c>=6?0.5f:.35f);
    for(size_t i=0;i<N;i++){ float p=A[c][i],q=B[c][i]; if(c==9){p=logf(1+std::max(p,0.f));q=logf(1+std::max(q,0.f));} f[i]=sc*.5f*(p+q); float e=sc*(p-q); fv[i]=e*e*.25f; }
    fv=boxblur(fv,2); F.push_back(f); FV.push_back(fv); }
  vector<Img> fin(3,Img(N));
  if (strength > 0) {
    vector<Img> oa, ob; float k2 = 0.45f*strength;
    nlm(a,b,var,F,FV,oa,6,2,k2,0.6f); nlm(b,a,var,F,FV,ob,6,2,k2,0.6f);
    vector<Img> g(3,Img(N)), m(3,Img(N)); for(int c=0;c<3;c++) for(size_t i=0;i<N;i++){g[c][i]=.5f*(oa[c][i]+ob[c][i]);m[c][i]=g[c][i];}
    Img rv(N); for(size_t i=0;i<N;i++){float s=0;for(int c=0;c<3;c++){float e=oa[c][i]-ob[c][i];s+=e*e;}rv[i]=s/12.f;} rv=boxblur(rv,3); 
    for(size_t i=0;i<N;i++) rv[i]=rv[i]*1.5f+2e-6f;
    nlm(m,g,rv,F,FV,fin,5,1,1.0f,0.6f);
  } else for(int c=0;c<3;c++) for(size_t i=0;i<N;i++) fin[c][i]=.5f*(a[c][i]+b[c][i]);
  smooth_room(fin, A[10], B[10]);
  for(int c=0;c<3;c++) for(size_t i=0;i<N;i++) fin[c][i]=dec(fin[c][i]);
  // despeckle: a pixel may not exceed the second highest (or undercut the second lowest) of its eight neighbours
  for(int c=0;c<3;c++){ Img src=fin[c];
    #pragma omp parallel for
    for(int y=1;y<H-1;y++) for(int x=1;x<W-1;x++){ float v[8]; int k=0; for(int j=-1;j<=1;j++) for(int i=-1;i<=1;i++) if(i||j) v[k++]=src[(size_t)(y+j)*W+x+i];
      std::sort(v,v+8); fin[c][(size_t)y*W+x]=clampi(src[(size_t)y*W+x],v[1],v[6]); } }
  for(int c=0;c<3;c++) for(size_t i=0;i<N;i++) fin[c][i]*=albedo[c][i]*expo;
  // bloom
  float S = std::max(W,H)/1200.f;
  for(int c=0;c<3;c++){ Img h(N); for(size_t i=0;i<N;i++) h[i]=std::min(std::max(fin[c][i]-1.0f,0.f),6.f); Img g1=gauss(h,5*S), g2=gauss(h,22*S); for(size_t i=0;i<N;i++) fin[c][i]+=.06f*g1[i]+.04f*g2[i]; }
  // grade: filmic curve half per channel, half on luminance (keeps hues), then contrast and saturation
  auto film=[](float x){x*=.72f; return clampi((x*(2.51f*x+.03f))/(x*(2.43f*x+.59f)+.14f),0,1);};
  auto srgb=[](float x){return x<=.0031308f?12.92f*x:1.055f*powf(x,1/2.4f)-.055f;};
  vector<Img> O(3,Img(N));
  #pragma omp parallel for
  for(long i=0;i<(long)N;i++){ float r=fin[0][i],g=fin[1][i],bb=fin[2][i]; float L=.2126f*r+.7152f*g+.0722f*bb; float fl=film(L)/std::max(L,1e-5f);
    float px[3]={r,g,bb}, q[3]; for(int c=0;c<3;c++) q[c]=.55f*film(px[c])+.45f*std::min(px[c]*fl,1.f);
    float x=(i%W)/(float)W-.5f,y=(i/W)/(float)H-.5f; float vg=1-.12f*powf(x*x+y*y,1.2f)*2.f;
    float l2=.2126f*q[0]+.7152f*q[1]+.0722f*q[2];
    for(int c=0;c<3;c++){ float t=srgb(clampi((l2+(q[c]-l2)*sat)*vg,0,1)); t=t+(contrast-1)*(t-.5f)*4*t*(1-t); O[c][i]=clampi(t,0,1);} }
  // a little grain against banding
  vector<unsigned char> px(N*3);
  for(int c=0;c<3;c++){ unsigned s=12345; for(size_t i=0;i<N;i++){
      s=s*1664525u+1013904223u; float r1=(s>>8)/16777216.f; s=s*1664525u+1013904223u; float r2=(s>>8)/16777216.f;
      px[i*3+c]=(unsigned char)clampi((O[c][i]+(r1+r2-1)*.0055f)*255+.5f,0,255);} }
  FILE* f=fopen(v[3],"wb"); fprintf(f,"P6\n%d %d\n255\n",W,H); fwrite(px.data(),1,N*3,f); fclose(f);
  return 0;
}
